import { Marked } from "marked";
import { docAddress } from "@forestay/contracts/docs";
import type { DocMeta, SearchedPart } from "../../src/components/docs/doc-page.ts";
import { renderMarkdown, unescaped } from "./render-markdown.ts";

/** A page of the documentation in parts, from heading to heading, as words without markup. */
export function searchedParts(page: DocMeta, file: string, markdown: string): SearchedPart[] {
  const { headings } = renderMarkdown(file, markdown);
  const parts = markdown.split(/^## .*$/m);
  return parts.map((part, at) => ({
    address: at === 0 ? docAddress(page.slug) : `${docAddress(page.slug)}#${headings[at - 1]?.id ?? ""}`,
    page: page.title,
    heading: at === 0 ? null : (headings[at - 1]?.text ?? null),
    text: plainText(part),
  }));
}

/** Markdown as words alone. */
export const plainText = (markdown: string) =>
  unescaped(new Marked().parse(markdown, { async: false }).replaceAll(/<[^>]*>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
