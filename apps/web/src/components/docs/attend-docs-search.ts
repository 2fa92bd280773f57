import type { SearchedPart } from "./doc-page.ts";
import { SEARCH_ADDRESS } from "./search-address.ts";

const MOST_SHOWN = 8;
const AROUND = 60;

/**
 * Lets a reader look through all of the documentation; what it looks through is loaded when the field is first entered.
 * `base`: where its pages lie for this reader.
 */
export function attendDocsSearch(within: ParentNode = document, base = "/docs"): void {
  const form = within.querySelector<HTMLFormElement>("[data-docs-search]");
  const field = form?.querySelector<HTMLInputElement>("input");
  const results = form?.querySelector<HTMLElement>("[data-docs-results]");
  const said = form?.querySelector<HTMLElement>("[role=status]");
  if (!form || !field || !results || !said) return;
  form.hidden = false;
  let parts: Promise<SearchedPart[]> | undefined;
  const load = () => {
    parts ??= fetch(SEARCH_ADDRESS).then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      return answer.json() as Promise<SearchedPart[]>;
    });
    return parts;
  };
  const show = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isAsked = words.join("").length > 1;
    const found = isAsked ? ranked(await load(), words) : [];
    results.replaceChildren(...found.slice(0, MOST_SHOWN).map((part) => rowOf(part, words, base)));
    said.textContent =
      isAsked && found.length === 0 ? "Nothing in the documentation has all of these words." : "";
  };
  const update = () => {
    show().catch(() => {
      parts = undefined;
      said.textContent = "The search did not load. Type again to try once more.";
    });
  };
  field.addEventListener("focus", () => void load().catch(() => (parts = undefined)));
  field.addEventListener("input", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("a")?.click();
  });
}

/** Parts that have every word, those that have them in a heading first. */
function ranked(parts: readonly SearchedPart[], words: readonly string[]): SearchedPart[] {
  return parts
    .map((part) => {
      const head = `${part.page} ${part.heading ?? ""}`.toLowerCase();
      const all = `${head} ${part.text.toLowerCase()}`;
      const hasAll = words.every((word) => all.includes(word));
      return { part, hasAll, inHead: words.filter((word) => head.includes(word)).length };
    })
    .filter(({ hasAll }) => hasAll)
    .toSorted((a, b) => b.inHead - a.inHead)
    .map(({ part }) => part);
}

function rowOf(
  { address, page, heading, text }: SearchedPart,
  words: readonly string[],
  base: string,
): HTMLElement {
  const link = document.createElement("a");
  link.href = `${base}${address.slice("/docs".length)}`;
  link.className = "block rounded-control px-3 py-2 text-ui text-ink no-underline hover:bg-hover";
  const title = document.createElement("strong");
  title.className = "block font-strong";
  title.textContent = heading === null ? page : `${page}: ${heading}`;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? "") - AROUND);
  const piece = document.createElement("span");
  piece.className = "block text-note text-ink-2";
  piece.textContent = `${at > 0 ? "..." : ""}${text.slice(at, at + 3 * AROUND)}`;
  link.append(title, piece);
  const row = document.createElement("li");
  row.append(link);
  return row;
}
