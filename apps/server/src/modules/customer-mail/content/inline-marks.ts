/** A stretch of a text as it is set. */
export type Inline =
  | { kind: "plain" | "bold" | "italic"; text: string }
  | { kind: "link"; text: string; url: string };

const pattern = /\*\*([^*]+)\*\*|(?<![\w])_([^_]+)_(?![\w])|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A block's text taken apart by its marks: `**bold**`, `_italic_`, `[what it says](https://where)`. */
export function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) found.push({ kind: "plain", text: text.slice(at, match.index) });
    const [whole, bold, italic, label, url] = match;
    if (bold !== undefined) found.push({ kind: "bold", text: bold });
    else if (italic !== undefined) found.push({ kind: "italic", text: italic });
    else found.push({ kind: "link", text: label ?? "", url: url ?? "" });
    at = match.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "plain", text: text.slice(at) });
  return found;
}
