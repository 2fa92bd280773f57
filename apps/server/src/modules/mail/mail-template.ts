import { PRODUCT_NAME } from "@forestay/contracts";

/** A mail in our one layout: plain text and HTML from the same words. */
export interface MailTemplate {
  title: string;
  /** Plain sentences; each becomes a paragraph. */
  paragraphs: readonly string[];
  /** Shown large and spaced: a code to type. */
  code?: string;
  action?: { label: string; url: string };
  /** Rows of a small table: what, and how much. */
  rows?: readonly MailRow[];
  /** Parts under headings of their own, after the rest. */
  sections?: readonly MailSection[];
  /** Why the reader gets this. */
  footer: string;
  /** Ways out of it, below the footer. */
  footerLinks?: readonly { label: string; url: string }[];
}

interface MailRow {
  label: string;
  value: string;
  url?: string;
  /** Below the label, smaller: why, or what would fill it. */
  note?: string;
  /** Below the value, smaller: how it changed. */
  valueNote?: string;
}

export interface MailSection {
  heading: string;
  paragraphs?: readonly string[];
  rows?: readonly MailRow[];
}

export interface RenderedMail {
  html: string;
  text: string;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

// The product's own ink, ink-2, line, brand and canvas in its light theme: mail programs read no custom properties.
const INK = "#17252d";
const MUTED = "#465259";
const LINE = "#e5e4df";
const ACCENT = "#055f6c";
const CANVAS = "#f7f6f3";
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * For programs that read it: the dark theme, and less margin on a phone. The others show what stands at each element,
 * which is the light theme, and whole. The colors are those of the product's dark theme.
 */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.m-body{padding:8px!important}.m-sheet{padding:20px 16px!important}}
@media (prefers-color-scheme:dark){.m-body{background:#0d1418!important}.m-sheet{background:#141d22!important;border-color:#263138!important}
.m-ink{color:#eef1f0!important}.m-muted{color:#a9b4b8!important}.m-accent{color:#6cc3cf!important}.m-line{border-color:#263138!important}
.m-button{background:#6cc3cf!important;color:#0d1418!important}}`;

/** Renders a mail without JSX (Node runs our sources as they are) and without anything loaded from elsewhere. */
export function renderMail(template: MailTemplate): RenderedMail {
  return { html: renderHtml(template), text: renderText(template) };
}

function renderText(template: MailTemplate): string {
  const { title, paragraphs, code, action, rows = [], sections = [], footer, footerLinks = [] } = template;
  return [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(rows.length === 0 ? [] : [textRows(rows)]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...sections.flatMap(({ heading, paragraphs: said = [], rows: inside = [] }) => [
      heading.toUpperCase(),
      ...said,
      ...(inside.length === 0 ? [] : [textRows(inside)]),
    ]),
    [`--\n${footer}`, ...footerLinks.map(({ label, url }) => `${label}: ${url}`), PRODUCT_NAME].join("\n"),
  ].join("\n\n");
}

function textRows(rows: readonly MailRow[]): string {
  return rows
    .map(({ label, value, note, valueNote }) =>
      [
        `- ${label}: ${value}${valueNote === undefined ? "" : ` (${valueNote})`}`,
        ...(note === undefined ? [] : [`  ${note}`]),
      ].join("\n"),
    )
    .join("\n");
}

function renderHtml(template: MailTemplate): string {
  const { title, paragraphs, code, action, rows = [], sections = [], footer, footerLinks = [] } = template;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body class="m-body" style="margin:0;padding:24px;background:${CANVAS};${FONT}">`,
    `<div class="m-sheet" role="main" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">`,
    `<p class="m-accent" style="margin:0 0 24px;font-weight:600;color:${ACCENT}">${PRODUCT_NAME}</p>`,
    `<h1 class="m-ink" style="margin:0 0 16px;font-size:20px;line-height:1.3;color:${INK}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(paragraph),
    ...(code === undefined
      ? []
      : [
          `<p class="m-ink" style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:6px;color:${INK}">${escapeHtml(code)}</p>`,
        ]),
    ...htmlRows(rows),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><a class="m-button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${ACCENT};color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]),
    ...sections.flatMap(({ heading, paragraphs: said = [], rows: inside = [] }) => [
      `<h2 class="m-ink" style="margin:28px 0 8px;font-size:16px;line-height:1.3;color:${INK}">${escapeHtml(heading)}</h2>`,
      ...said.map(paragraph),
      ...htmlRows(inside),
    ]),
    `<p class="m-muted" style="margin:24px 0 0;font-size:13px;line-height:1.5;color:${MUTED}">${escapeHtml(footer)}</p>`,
    ...(footerLinks.length === 0
      ? []
      : [
          `<p class="m-muted" style="margin:8px 0 0;font-size:13px;color:${MUTED}">${footerLinks
            .map(
              ({ label, url }) =>
                `<a class="m-accent" href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(label)}</a>`,
            )
            .join(" · ")}</p>`,
        ]),
    "</div></body></html>",
  ].join("\n");
}

const paragraph = (text: string) =>
  `<p class="m-ink" style="margin:0 0 16px;line-height:1.5;color:${INK}">${escapeHtml(text)}</p>`;

function htmlRows(rows: readonly MailRow[]): string[] {
  if (rows.length === 0) return [];
  const small = (text: string | undefined) =>
    text === undefined
      ? ""
      : `<div class="m-muted" style="font-size:13px;line-height:1.4;color:${MUTED}">${escapeHtml(text)}</div>`;
  const cell = (style: string, inside: string) =>
    `<td class="m-line" style="padding:8px 0;border-bottom:1px solid ${LINE};vertical-align:top;${style}">${inside}</td>`;
  const row = ({ label, value, url, note, valueNote }: MailRow) => {
    const words = escapeHtml(label);
    const name =
      url === undefined
        ? words
        : `<a class="m-accent" href="${escapeHtml(url)}" style="color:${ACCENT}">${words}</a>`;
    return `<tr>${cell("overflow-wrap:break-word", name + small(note))}${cell(
      "padding-left:12px;text-align:right",
      `<span style="white-space:nowrap">${escapeHtml(value)}</span>${small(valueNote)}`,
    )}</tr>`;
  };
  return [
    `<table class="m-ink" role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;color:${INK}">${rows.map(row).join("")}</table>`,
  ];
}
