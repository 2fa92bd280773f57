// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { matchRoutes } from "react-router";
import { describe, expect, it } from "vitest";
import { routes } from "../../src/app/router.tsx";
import { contentsWith, slugOfFile } from "@forestay/contracts/docs";
import { settingsSections } from "../../src/features/settings/settings-sections.ts";
import { moduleOf } from "./docs-as-modules.ts";

const root = resolve(import.meta.dirname, "../../../..");
const docs = join(root, "docs");
const files = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(join(docs, name), "utf8") }));
const published = files.filter(({ name }) => slugOfFile(name) !== undefined);

/** Examples that need what no test has, by page and language, with what holds them instead. */
const notRun: Readonly<Record<string, string>> = {
  "deployment.md sh": "a machine of one's own, with root",
  "deployment.md ini": "systemd, which no test starts",
  "deployment.md nginx": "a proxy with a certificate",
  "deployment.md ": "a proxy, a schedule of cron",
  "operations.md sql": "a PostgreSQL of one's own; the server's tests make the same roles",
  "operations.md sh": "backup and restore, run by tests of the backup module",
  "mcp.md sh": "a client that is not ours",
  "mcp.md json": "a client that is not ours",
  "criteria.md json": "a rule, held by the tests of the language",
  "webhooks.md json": "messages, held against what is sent (modules/webhooks/documentation.test.ts)",
  "start/sending-events.md js": "Segment's library, sent with by modules/tracking/take-in.test.ts",
};

describe("the documentation", () => {
  it("has every page that its contents promise", () => {
    const promised = contentsWith([]).flatMap(({ pages }) => pages.map(({ file }) => file));
    expect(promised.filter((file) => !existsSync(join(docs, file)))).toEqual([]);
    const slugs = published.map(({ name }) => slugOfFile(name));
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it("leads to files and headings that are there, from published pages and from all others", () => {
    const dead = files.flatMap(({ name, text }) =>
      [...text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].flatMap(
        ([, href = ""]) => {
          if (/^(https?:|mailto:|\/)/.test(href)) return [];
          const [target = "", hash] = href.split("#");
          const file = target === "" ? join(docs, name) : resolve(dirname(join(docs, name)), target);
          if (!existsSync(file)) return [`${name}: ${href}`];
          const isKnown = hash === undefined || headingsOf(file).includes(hash);
          return isKnown ? [] : [`${name}: ${href}`];
        },
      ),
    );
    expect(dead).toEqual([]);
  });

  it("leads to screens that are there", () => {
    const paths = published.flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((\/app[^)\s]*)\)/g)].map(([, path = ""]) => [name, path] as const),
    );
    expect(paths.length).toBeGreaterThan(10);
    const dead = paths.filter(([, path]) => {
      const { pathname, searchParams } = new URL(path, "http://here");
      const section = searchParams.get("section");
      const route = matchRoutes(routes, pathname)?.at(-1)?.route.path ?? "*";
      return route.includes("*") || (section !== null && !settingsSections.some(({ id }) => id === section));
    });
    expect(dead).toEqual([]);
  });

  it("runs its examples, or says what holds them", () => {
    const fences = published.flatMap(({ name, text }) =>
      [...text.matchAll(/^```([^\n]*)\n[^]*?^```$/gm)].map(([, info = ""]) => ({ name, info })),
    );
    const loose = fences
      .filter(({ info }) => !info.endsWith(" run"))
      .map(({ name, info }) => `${name} ${info}`);
    expect([...new Set(loose)].filter((one) => notRun[one] === undefined)).toEqual([]);
    expect(Object.keys(notRun).filter((one) => !loose.includes(one))).toEqual([]);
    expect(fences.filter(({ info }) => info.endsWith(" run")).length).toBeGreaterThan(8);
  });

  it("has no table with a column without a name", () => {
    const nameless = published.filter(({ text }) =>
      [...text.matchAll(/^\|(.*)\|\n\|[-|: ]+\|$/gm)].some(([, row = ""]) =>
        row.split("|").some((cell) => cell.trim() === ""),
      ),
    );
    expect(nameless.map(({ name }) => name)).toEqual([]);
  });

  it("is listed by its own words where a connected system has a page", () => {
    const { meta, doc, parts } = moduleOf(
      "integrations/acme.md",
      "# Acme\n\nBrings a company's customers & deals in, and follows them. More of it.\n\n## Connect\n\nHere is `how`.\n",
    );
    expect(meta).toEqual({
      slug: "acme",
      title: "Acme",
      description: "Brings a company's customers & deals in, and follows them.",
    });
    expect(doc?.headings).toEqual([{ id: "connect", text: "Connect" }]);
    expect(parts.map(({ address }) => address)).toEqual(["/docs/acme", "/docs/acme#connect"]);
    expect(moduleOf("architecture.md", "# Architecture\n")).toEqual({ doc: null, meta: null, parts: [] });
  });
});

/** The names by which a file's headings are led to. */
function headingsOf(file: string): string[] {
  const text = readFileSync(file, "utf8").replaceAll(/^```[^]*?^```$/gm, "");
  const name = relative(docs, file);
  const html = moduleOf(slugOfFile(name) === undefined ? "glossary.md" : name, text).doc?.html ?? "";
  return [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id = ""]) => id);
}
