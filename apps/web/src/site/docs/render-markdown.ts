import { Marked, Renderer } from "marked";
import type { Tokens } from "marked";
import { docAddress, docPages } from "./contents.ts";

export interface RenderedDoc {
  html: string;
  /** Of second order, for "On this page". */
  headings: readonly { id: string; text: string }[];
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (html: string) =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);

/** What a link of a file means, by its path below `docs`. */
function resolved(from: string, href: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of href.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/**
 * Where a link of a file leads on the public pages; null for what is not published: then its words stay, and no link. Links
 * of the files are those that work in the repository.
 */
export function publicAddress(file: string, href: string): string | null {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href;
  const [target = "", hash] = href.split("#");
  const page = docPages.find((one) => one.file === resolved(file, target));
  if (page === undefined) return null;
  return `${docAddress(page.slug)}${hash === undefined ? "" : `#${hash}`}`;
}

/** A file of the documentation as HTML. It is our own, so nothing of it is held back. */
export function renderMarkdown(file: string, markdown: string): RenderedDoc {
  const headings: { id: string; text: string }[] = [];
  const plain = new Renderer();
  const marked = new Marked({
    renderer: {
      heading(token: Tokens.Heading) {
        const text = this.parser.parseInline(token.tokens);
        const words = unescaped(this.parser.parseInline(token.tokens, this.parser.textRenderer));
        const id = slugOf(words);
        if (token.depth === 2) headings.push({ id, text: words });
        return `<h${token.depth} id="${id}">${text}</h${token.depth}>\n`;
      },
      link(token: Tokens.Link) {
        const address = publicAddress(file, token.href);
        const words = this.parser.parseInline(token.tokens);
        return address === null ? words : `<a href="${address}">${words}</a>`;
      },
      // Wide ones scroll in a box of their own.
      table(token: Tokens.Table) {
        plain.parser = this.parser;
        return `<div class="doc-scroll" tabindex="0" role="group" aria-label="Table">${plain.table(token)}</div>`;
      },
      image: () => "",
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}
