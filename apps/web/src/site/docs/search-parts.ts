import { Marked } from "marked";
import { docAddress } from "./contents.ts";
import type { DocPage } from "./contents.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** A page of the documentation in parts, from heading to heading, as words without markup. */
export function searchedParts(page: DocPage, markdown: string) {
  const { headings } = renderMarkdown(page.file, markdown);
  const parts = markdown.split(/^## .*$/m);
  return parts.map((part, at) => ({
    address: at === 0 ? docAddress(page.slug) : `${docAddress(page.slug)}#${headings[at - 1]?.id ?? ""}`,
    page: page.title,
    heading: at === 0 ? null : (headings[at - 1]?.text ?? null),
    text: plainText(part),
  }));
}

const plainText = (markdown: string) =>
  new Marked()
    .parse(markdown, { async: false })
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
