import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";

/** The only rules whose answer can change with the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];
const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds on the page as it is now, one line per finding and place; empty is good. WCAG 2.2 A and AA.
 * `colorsOnly` asks only what another theme can change; `besides` is left out.
 */
export async function accessibilityFindings(
  page: Page,
  { colorsOnly = false, besides }: { colorsOnly?: boolean; besides?: string | undefined } = {},
): Promise<string[]> {
  await putAxeInto(page);
  const options: RunOptions = {
    runOnly: colorsOnly ? { type: "rule", values: colorRules } : { type: "tag", values: standards },
    // Of what passes nobody reads the places.
    resultTypes: ["violations"],
  };
  return page.evaluate(
    async ({ exclude, options: asked }) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(exclude === null ? document : { exclude: [[exclude]] }, asked);
      return violations.flatMap((violation) =>
        violation.nodes.map(
          (node) =>
            `${violation.id} (${violation.impact ?? "?"}): ${node.target.join(" ")}: ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
        ),
      );
    },
    { exclude: besides ?? null, options },
  );
}

let source: Promise<string> | undefined;

/** Once a document: half a megabyte of program takes five times as long to send and compile as to look with. */
async function putAxeInto(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  source ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(await source);
}
