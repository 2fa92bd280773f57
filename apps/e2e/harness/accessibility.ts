import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The only rules whose answer can change with the theme. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on the page as it is now, one line per finding and place; empty is good. WCAG 2.2 A and AA.
 * `colorsOnly` asks only what another theme can change; `besides` is left out.
 */
export async function accessibilityFindings(
  page: Page,
  { colorsOnly = false, besides }: { colorsOnly?: boolean; besides?: string | undefined } = {},
): Promise<string[]> {
  const all = new AxeBuilder({ page })
    // Runs in the page itself: the other way opens a window of its own for each look, which takes longer than the look.
    .setLegacyMode(true);
  if (besides !== undefined) all.exclude(besides);
  const axe = colorsOnly
    ? all.withRules(colorRules)
    : all.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const results = await axe.analyze();
  return results.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) =>
        `${violation.id} (${violation.impact ?? "?"}): ${node.target.join(" ")}: ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
    ),
  );
}
