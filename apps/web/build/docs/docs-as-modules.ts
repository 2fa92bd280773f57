import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { Plugin } from "vite";
import { contentsWith, slugOfFile } from "@forestay/contracts/docs";
import type { DocMeta, DocModule } from "../../src/components/docs/doc-page.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { plainText, searchedParts } from "./search-parts.ts";

const DOCS = resolve(import.meta.dirname, "../../../../docs");
const ASKED = /\.md\?doc$/;
const unpublished: DocModule = { doc: null, meta: null, parts: [] };
const listed = contentsWith([]).flatMap(({ pages }) => pages);

/**
 * Lets a Markdown file of `docs` be imported as a page (`?doc`): its HTML, its name and its words. One source for whoever
 * reads the repository, the public pages and the app; no reader of Markdown is sent to anybody.
 */
export function docsAsModules(): Plugin {
  return {
    name: "forestay:docs-as-modules",
    enforce: "pre",
    async load(id) {
      if (!ASKED.test(id)) return null;
      const path = id.replace(/\?.*$/, "");
      this.addWatchFile(path);
      const { doc, meta, parts } = moduleOf(
        relative(DOCS, path).split(sep).join("/"),
        await readFile(path, "utf8"),
      );
      return {
        code: Object.entries({ doc, meta, parts })
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n"),
        moduleType: "js",
        map: null,
      };
    },
  };
}

/** A file of the documentation as what it is imported as. `file` is its path below `docs`. */
export function moduleOf(file: string, markdown: string): DocModule {
  const slug = slugOfFile(file);
  if (slug === undefined) return unpublished;
  const meta = listed.find((page) => page.slug === slug) ?? { slug, ...ownWords(markdown) };
  return {
    doc: renderMarkdown(file, markdown),
    meta: { slug: meta.slug, title: meta.title, description: meta.description },
    parts: searchedParts(meta, file, markdown),
  };
}

/** How a page calls itself: its heading, and the first sentence below it. */
function ownWords(markdown: string): Omit<DocMeta, "slug"> {
  const [, title = "", rest = ""] = /^# (.+)\n+([^]*)$/.exec(markdown) ?? [];
  const [first = ""] = rest.split(/\n\s*\n/);
  const [sentence = ""] = /^.*?[.:](?=\s|$)/.exec(plainText(first)) ?? [plainText(first)];
  return { title: title.trim(), description: sentence };
}
