import { readdirSync, readFileSync } from "node:fs";
import { contentsWith, docAddress, headingNames, slugOfFile } from "@forestay/contracts/docs";

/** A piece of what the documentation says: a paragraph or list of a section. */
export interface DocumentationPart {
  title: string;
  text: string;
  /** Where it is read, inside the app. */
  path: string;
}

const DOCS = new URL("../../../../../../docs/", import.meta.url);
const titles = new Map(
  contentsWith([]).flatMap(({ pages }) => pages.map(({ slug, title }) => [slug, title] as const)),
);

/** Everything that is published of the repository's documentation, by paragraph, in no order. */
export function readDocumentation(): DocumentationPart[] {
  return readdirSync(DOCS, { recursive: true, encoding: "utf8" }).flatMap((file) => {
    const slug = file.endsWith(".md") ? slugOfFile(file.replaceAll("\\", "/")) : undefined;
    return slug === undefined ? [] : partsOf(slug, readFileSync(new URL(file, DOCS), "utf8"));
  });
}

/** A page cut at its headings and blank lines; code and tables, which are no answer in a sentence, are left out. */
export function partsOf(slug: string, markdown: string): DocumentationPart[] {
  const nameOf = headingNames();
  const parts: DocumentationPart[] = [];
  let page = titles.get(slug) ?? slug;
  let heading: { words: string; name: string } | undefined;
  for (const block of markdown.replaceAll(/^```[^]*?^```$/gm, "").split(/\n\s*\n/)) {
    const [, depth, words] = /^(#+) (.+)$/m.exec(block) ?? [];
    if (depth !== undefined && words !== undefined) {
      if (depth === "#") page = titles.get(slug) ?? plainWords(words);
      else heading = { words: plainWords(words), name: nameOf(plainWords(words)) };
    }
    const text = plainWords(block.replaceAll(/^(#+ .*|\|.*|!\[.*)$/gm, ""));
    if (text === "") continue;
    const path = `/app${docAddress(slug)}${heading === undefined ? "" : `#${heading.name}`}`;
    parts.push({ title: heading === undefined ? page : `${page}: ${heading.words}`, text, path });
  }
  return parts;
}

/** Markdown's words without its marks. */
const plainWords = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, "")
    .replaceAll(/`([^`]*)`|\*/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
