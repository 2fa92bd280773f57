import { existsSync, readFileSync } from "node:fs";
import { contentsWith, headingNames } from "@forestay/contracts/docs";
import { describe, expect, it } from "vitest";
import { createDocumentationSearch } from "./search-documentation.ts";
import { partsOf, readDocumentation } from "./read-documentation.ts";

const search = createDocumentationSearch();
/** As an answer takes it. */
const best = (question: string) => search(question).find(({ covers }) => covers >= 0.5);

describe("what the assistant finds in the documentation", () => {
  it.each([
    ["How do I start a campaign with a holdout?", /^\/app\/docs\/campaigns(#|$)/],
    ["How do I back up the installation?", "/app/docs/operations#backing-up-and-restoring"],
    ["salesforce scopes", /^\/app\/docs\/(integrations|salesforce)#/],
    ["can I self-host with my own PostgreSQL?", /^\/app\/docs\/(deployment|operations)#/],
  ])("%s", (question, path) => {
    const found = best(question)?.path ?? "";
    if (typeof path === "string") expect(found).toBe(path);
    else expect(found).toMatch(path);
  });

  it("goes after what was written as an answer, and is nothing where words meet by chance", () => {
    expect(best("What is NRR?")?.path).toBe("/app/insights?tab=revenue");
    expect(best("What is the weather in Berlin tomorrow?")).toBeUndefined();
    for (const question of [
      "Who won the world cup?",
      "Who is the president?",
      "How do I cook?",
      "What is a book?",
      "Why is the sky blue?",
      "Who made you?",
    ])
      expect(best(question), question).toBeUndefined();
  });

  it("leads to pages and headings that are there", () => {
    const pages = new Map(
      contentsWith([]).flatMap(({ pages: all }) => all.map(({ slug, file }) => [slug, file] as const)),
    );
    const parts = readDocumentation();
    expect(parts.length).toBeGreaterThan(200);
    const docs = new URL("../../../../../../docs/", import.meta.url);
    const dead = [...new Set(parts.map(({ path }) => path))].filter((path) => {
      const [, slug = "", name] = /^\/app\/docs\/([a-z0-9-]+)(?:#(.+))?$/u.exec(path) ?? [];
      const file = new URL(pages.get(slug) ?? `integrations/${slug}.md`, docs);
      if (!existsSync(file)) return true;
      const nameOf = headingNames();
      const names = [
        ...readFileSync(file, "utf8")
          .replaceAll(/^```[^]*?^```$/gm, "")
          .matchAll(/^##+ (.+)$/gm),
      ].map(([, words = ""]) => nameOf(words.replaceAll(/[`*]|\[|\]\([^)]*\)/g, "")));
      return name !== undefined && !names.includes(name);
    });
    expect(dead).toEqual([]);
  });

  it("takes words without marks, and neither code nor tables", () => {
    const page =
      "# Title\n\nFirst **words** of [a page](x.md) and `S3_*`.\n\n## `One`\n\n- a\n- b\n\n| a | b |\n|---|---|\n\n```sh\nrun\n```\n\n## One\n\nAgain.";
    expect(partsOf("hubspot", page)).toEqual([
      { title: "Title", text: "First words of a page and S3_*.", path: "/app/docs/hubspot" },
      { title: "Title: One", text: "a b", path: "/app/docs/hubspot#one" },
      { title: "Title: One", text: "Again.", path: "/app/docs/hubspot#one-1" },
    ]);
  });
});
