import { fillTags, type MailBlock, type MailContent } from "@forestay/contracts";
import { inlinesOf, type Inline } from "./inline-marks.ts";

/** What a customer has in the place of a tag; null or missing: nothing. */
export type TagValues = Readonly<Record<string, string | null>>;

/** What stands around a message's own words. */
export interface MessageFrame {
  companyName: string;
  kind: "marketing" | "transactional";
  postalAddress: string;
  unsubscribeUrl: string;
  /** Where a link of the text goes on its way; itself where clicks are not counted. */
  linkOf(url: string): string;
  /** Null: openings are not counted. */
  openUrl: string | null;
}

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
  /** Tags with neither value nor fallback. */
  missing: string[];
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
/** What is filled in stands on one line. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

// Mail programs read no custom properties: the product's own ink, line and canvas, in light and (by STYLE) in dark.
const INK = "#17252d";
const MUTED = "#465259";
const LINE = "#e5e4df";
const ACCENT = "#055f6c";
const CANVAS = "#f7f6f3";
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.c-body{padding:8px!important}.c-sheet{padding:20px 16px!important}.c-button{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.c-body{background:#0d1418!important}.c-sheet{background:#141d22!important;border-color:#263138!important}
.c-ink{color:#eef1f0!important}.c-muted{color:#a9b4b8!important}.c-link{color:#6cc3cf!important}.c-line{border-color:#263138!important}
.c-button{background:#6cc3cf!important;color:#0d1418!important}}`;

/** A message as its reader gets it, in both forms, from the same blocks. What is filled in is escaped, and holds no mark or line break. */
export function renderContent(content: MailContent, values: TagValues, frame: MessageFrame): RenderedMessage {
  const missing = new Set<string>();
  const noteMissing = (tag: string) => missing.add(tag);
  const plainValues: TagValues = Object.fromEntries(
    Object.entries(values).map(([tag, value]) => [tag, value === null ? null : oneLine(value)]),
  );
  const fill = (text: string) => fillTags(text, plainValues, noteMissing);
  // Marks are the writer's: what a value holds is text, whatever it looks like.
  const inlines = (text: string): Inline[] =>
    inlinesOf(text).map((one) =>
      one.kind === "link"
        ? { ...one, text: fill(one.text), url: fill(one.url) }
        : { ...one, text: fill(one.text) },
    );
  const subject = oneLine(fill(content.subject));
  const preheader = fill(content.preheader);
  const blocks = content.blocks.map((block) => filled(block, fill, inlines));
  return {
    subject,
    html: toHtml(subject, preheader, blocks, frame),
    text: toText(blocks, frame),
    missing: [...missing],
  };
}

type Filled =
  | { kind: "heading" | "text"; inlines: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "button"; label: string; url: string }
  | { kind: "divider" };

function filled(
  block: MailBlock,
  fill: (text: string) => string,
  inlines: (text: string) => Inline[],
): Filled {
  if (block.kind === "heading" || block.kind === "text")
    return { kind: block.kind, inlines: inlines(block.text) };
  if (block.kind === "list") return { kind: "list", items: block.items.map(inlines) };
  if (block.kind === "button") return { kind: "button", label: fill(block.label), url: fill(block.url) };
  return block;
}

const whyLine = ({ kind, companyName }: MessageFrame) =>
  kind === "marketing"
    ? `You get this because you are a customer of ${companyName}.`
    : `This is about your account with ${companyName}.`;
const endLabel = ({ kind }: MessageFrame) => (kind === "marketing" ? "Unsubscribe" : "E-mail preferences");

function toText(blocks: readonly Filled[], frame: MessageFrame): string {
  const said = (inlines: readonly Inline[], written = (text: string) => text) =>
    inlines
      .map((one) =>
        one.kind === "link" ? `${written(one.text)} (${frame.linkOf(one.url)})` : written(one.text),
      )
      .join("");
  const parts = blocks.map((block) => {
    // Its words alone: an address in capital letters leads elsewhere.
    if (block.kind === "heading") return said(block.inlines, (text) => text.toUpperCase());
    if (block.kind === "text") return said(block.inlines);
    if (block.kind === "list") return block.items.map((item) => `- ${said(item)}`).join("\n");
    if (block.kind === "button") return `${block.label}:\n${frame.linkOf(block.url)}`;
    return "----";
  });
  const foot = [
    `--\n${whyLine(frame)}`,
    ...(frame.postalAddress === "" ? [] : [`${frame.companyName}, ${frame.postalAddress}`]),
    `${endLabel(frame)}: ${frame.unsubscribeUrl}`,
  ];
  return [...parts, foot.join("\n")].join("\n\n");
}

function toHtml(subject: string, preheader: string, blocks: readonly Filled[], frame: MessageFrame): string {
  const set = (inlines: readonly Inline[]) =>
    inlines
      .map((one) => {
        const text = escapeHtml(one.text).replaceAll("\n", "<br>");
        if (one.kind === "bold") return `<strong>${text}</strong>`;
        if (one.kind === "italic") return `<em>${text}</em>`;
        if (one.kind === "link") return link(frame.linkOf(one.url), text);
        return text;
      })
      .join("");
  const body = blocks.map((block) => {
    if (block.kind === "heading")
      return `<h1 class="c-ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:${INK}">${set(block.inlines)}</h1>`;
    if (block.kind === "text")
      return `<p class="c-ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;overflow-wrap:break-word;color:${INK}">${set(block.inlines)}</p>`;
    if (block.kind === "list")
      return `<ul class="c-ink" style="margin:0 0 16px;padding-left:22px;font-size:16px;line-height:1.5;color:${INK}">${block.items
        .map((item) => `<li style="margin:0 0 6px">${set(item)}</li>`)
        .join("")}</ul>`;
    if (block.kind === "button")
      return `<p style="margin:0 0 20px"><a class="c-button" href="${escapeHtml(frame.linkOf(block.url))}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${ACCENT};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    return `<hr class="c-line" style="margin:24px 0;border:0;border-top:1px solid ${LINE}">`;
  });
  const hidden =
    preheader === ""
      ? ""
      : `<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}</div>`;
  const foot = [
    escapeHtml(whyLine(frame)),
    ...(frame.postalAddress === "" ? [] : [escapeHtml(`${frame.companyName}, ${frame.postalAddress}`)]),
    link(frame.unsubscribeUrl, endLabel(frame)),
  ].join("<br>");
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body class="c-body" style="margin:0;padding:24px;background:${CANVAS};${FONT}">${hidden}`,
    `<div class="c-sheet" role="main" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">`,
    `<p class="c-muted" style="margin:0 0 20px;font-size:14px;font-weight:600;color:${MUTED}">${escapeHtml(frame.companyName)}</p>`,
    ...body,
    "</div>",
    `<p class="c-muted" style="max-width:560px;margin:16px auto 0;padding:0 8px;box-sizing:border-box;font-size:13px;line-height:1.6;color:${MUTED}">${foot}</p>`,
    ...(frame.openUrl === null
      ? []
      : [`<img src="${escapeHtml(frame.openUrl)}" width="1" height="1" alt="" style="display:block">`]),
    "</body></html>",
  ].join("\n");
}

const link = (url: string, inside: string) =>
  `<a class="c-link" href="${escapeHtml(url)}" style="color:${ACCENT}">${inside}</a>`;
