import { Marked, Renderer } from "marked";
import type { Tokens } from "marked";
import { docAddress, headingNames, slugOfFile } from "@forestay/contracts/docs";
import type { RenderedDoc } from "../../src/components/docs/doc-page.ts";

/** What stands in the files for "this installation"; a reader finds their own address in its place. */
const EXAMPLE_ORIGIN = "https://forestay.example.com";
const ORIGIN = "%ORIGIN%";
/** Where pictures lie that the product's screens were taken for, by path from the repository's root, and where the web has them. */
const PICTURES = "apps/web/public/";
/** All pictures are as large; `npm run docs-pictures` holds to it. */
const PICTURE = { width: 1280, height: 800 };

/** What a code block's second word says of it, in the words that readers see below it. */
const proofs: Readonly<Record<string, string>> = { run: "This example is run by the tests." };

const languages: Readonly<Record<string, string>> = {
  sh: "Terminal",
  js: "JavaScript",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
  sql: "SQL",
  nginx: "nginx",
  ini: "systemd",
  csv: "CSV",
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** Text as it was before it became HTML. */
export const unescaped = (html: string) =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What a link of a file means, by its path from the repository's root. */
function resolved(from: string, href: string): string {
  const parts = `docs/${from}`.split("/").slice(0, -1);
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
  const path = resolved(file, target);
  if (path.startsWith(PICTURES)) return `/${path.slice(PICTURES.length)}`;
  const slug = path.startsWith("docs/") ? slugOfFile(path.slice("docs/".length)) : undefined;
  if (slug === undefined) return null;
  return `${docAddress(slug)}${hash === undefined ? "" : `#${hash}`}`;
}

/** A file of the documentation as HTML, without its first heading. It is our own, so nothing of it is held back. */
export function renderMarkdown(file: string, markdown: string): RenderedDoc {
  const headings: { id: string; text: string }[] = [];
  const nameOf = headingNames();
  let under = "";
  const plain = new Renderer();
  const marked = new Marked({
    renderer: {
      heading(token: Tokens.Heading) {
        const text = this.parser.parseInline(token.tokens);
        const words = unescaped(this.parser.parseInline(token.tokens, this.parser.textRenderer));
        under = words;
        if (token.depth === 1) return "";
        const id = nameOf(words);
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
        const label = escaped(under);
        const table = plain.table(token).replace("<table>", `<table aria-label="${label}">`);
        return `<div class="doc-scroll" tabindex="0" role="group" aria-label="Table: ${label}">${table}</div>`;
      },
      code({ text, lang = "" }: Tokens.Code) {
        const [language = "", ...marks] = lang.split(" ");
        const bar = `<span>${languages[language] ?? "Text"}</span><button type="button" data-doc-copy hidden>Copy</button>`;
        const proof = marks
          .flatMap((mark) => proofs[mark] ?? [])
          .map((words) => `<figcaption>${words}</figcaption>`);
        const label = escaped(`${under}: ${languages[language] ?? "text"}`);
        return `<figure class="doc-code"><div class="doc-code-box"><div class="doc-code-bar">${bar}</div><pre tabindex="0" role="group" aria-label="${label}"><code>${escaped(text)}</code></pre></div>${proof.join("")}</figure>\n`;
      },
      // A picture alone is a figure; a paragraph around it would be no HTML.
      paragraph(token: Tokens.Paragraph) {
        const [only] = token.tokens;
        if (token.tokens.length === 1 && only?.type === "image") return pictureOf(file, only as Tokens.Image);
        return `<p>${this.parser.parseInline(token.tokens)}</p>\n`;
      },
      image: () => "",
    },
  });
  const html = marked.parse(markdown, { async: false }).replaceAll(EXAMPLE_ORIGIN, ORIGIN);
  return { html, headings };
}

/** A screen of the product in the reader's theme, with what it shows. */
function pictureOf(file: string, { href, text, title }: Tokens.Image): string {
  const light = publicAddress(file, href);
  if (light === null) return "";
  const size = `width="${PICTURE.width}" height="${PICTURE.height}" loading="lazy" decoding="async"`;
  const image = (address: string, name: string) =>
    `<img class="${name}" src="${address}" alt="${escaped(text)}" ${size} />`;
  const both = image(light, "doc-light") + image(light.replace(/\.webp$/, "-dark.webp"), "doc-dark");
  return `<figure class="doc-picture">${both}<figcaption>${escaped(title ?? text)}</figcaption></figure>\n`;
}
