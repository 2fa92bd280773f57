import type { Answer } from "./exchange.ts";

/** A piece of a page that is already safe to put in as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Part[];

/** A piece of a page; what is put in is escaped unless it is such a piece itself. */
export function html(pieces: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    pieces.map((piece, at) => piece + (at < parts.length ? shown(parts[at] ?? "") : "")).join(""),
  );
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(shown).join("");
  return String(part)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;color:#1c2b33;background:#f5f7f8}
header{background:#5b3a00;color:#fff;padding:.6rem 1.2rem;font-weight:600}
main{max-width:68rem;margin:0 auto;padding:1.2rem;box-sizing:border-box}
h1{font-size:1.5rem;margin:.4rem 0 .6rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
table{border-collapse:collapse;width:100%;background:#fff}.scroll{overflow-x:auto}
th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #d8dfe3;vertical-align:top}
form{display:inline-flex;gap:.4rem;flex-wrap:wrap;align-items:center;margin:.15rem 0}
button,input,select{font:inherit;padding:.35rem .7rem;border:1px solid #60747f;border-radius:6px;background:#fff;color:#1c2b33}
button{cursor:pointer}button.primary{background:#0b5c63;border-color:#0b5c63;color:#fff}
a{color:#0b5c63}:focus-visible{outline:3px solid #0b5c63;outline-offset:2px}
.card{background:#fff;border:1px solid #d8dfe3;border-radius:10px;padding:1.2rem;max-width:34rem}
.said{background:#e2f2ee;border:1px solid #0b5c63;border-radius:6px;padding:.5rem .8rem}
@media(prefers-color-scheme:dark){body{color:#e6edf0;background:#10191d}table,.card,input,select,button{background:#18242a;color:#e6edf0;border-color:#4a5d67}
button.primary{background:#7fd0c4;border-color:#7fd0c4;color:#10191d}a{color:#7fd0c4}th,td{border-color:#31424b}.said{background:#15302c;border-color:#7fd0c4}}`;

/** A whole page that says in its first line that it is a sandbox. */
export function page(title: string, main: Html, status = 200): Answer {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – sandbox</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>Sandbox: a stand-in on this machine. Nothing here is a real account.</header>
        <main>${main}</main>
      </body>
    </html>`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body: body.text };
}

/** Sends the browser on (303, so that a form is not sent again). */
export const sendTo = (location: string): Answer => ({ status: 303, headers: { location }, body: "" });

interface FoundList {
  /** "Customers". */
  title: string;
  /** What was looked for. */
  find: string;
  columns: readonly string[];
  /** A row of cells each. */
  rows: readonly (readonly (Html | string)[])[];
}

/** The records of an account with a field to find some by. */
export const foundList = ({ title, find, columns, rows }: FoundList): Html =>
  html`<h2>${title}</h2>
    <form method="get" action="/sandbox">
      <label>Find <input name="find" value="${find}" /></label><button>Find</button>
    </form>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
