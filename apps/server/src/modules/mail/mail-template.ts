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
  rows?: readonly { label: string; value: string; url?: string }[];
  /** Why the reader gets this. */
  footer: string;
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

/** Renders a mail without JSX (Node runs our sources as they are) and without anything loaded from elsewhere. */
export function renderMail(template: MailTemplate): RenderedMail {
  return { html: renderHtml(template), text: renderText(template) };
}

function renderText({ title, paragraphs, code, action, rows = [], footer }: MailTemplate): string {
  return [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(rows.length === 0 ? [] : [rows.map(({ label, value }) => `- ${label}: ${value}`).join("\n")]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `--\n${footer}\n${PRODUCT_NAME}`,
  ].join("\n\n");
}

function renderHtml({ title, paragraphs, code, action, rows = [], footer }: MailTemplate): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;line-height:1.5;color:${INK}">${escapeHtml(text)}</p>`;
  const row = ({ label, value, url }: { label: string; value: string; url?: string }) =>
    `<tr><td style="padding:8px 0;border-bottom:1px solid ${LINE}">${
      url === undefined
        ? escapeHtml(label)
        : `<a href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(label)}</a>`
    }</td><td style="padding:8px 0;border-bottom:1px solid ${LINE};text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;background:${CANVAS};${FONT}">`,
    `<div role="main" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">`,
    `<p style="margin:0 0 24px;font-weight:600;color:${ACCENT}">${PRODUCT_NAME}</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;color:${INK}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(paragraph),
    ...(code === undefined
      ? []
      : [
          `<p style="margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:6px;color:${INK}">${escapeHtml(code)}</p>`,
        ]),
    ...(rows.length === 0
      ? []
      : [
          `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;color:${INK}">${rows.map(row).join("")}</table>`,
        ]),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:${ACCENT};color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]),
    `<p style="margin:24px 0 0;font-size:13px;color:${MUTED}">${escapeHtml(footer)}</p>`,
    "</div></body></html>",
  ].join("\n");
}
