/**
 * Where the objects of a JSON list begin in a file's beginning: behind the bracket of `[{...}, ...]`, or of the first such
 * list that an object around it holds (`{"total": 2, "customers": [{...}, ...]}`). Undefined where the file is no such
 * document: JSON lines, one object per line, may hold lists of their own.
 */
export function findList(text: string, fileName: string): number | undefined {
  const start = /^\s*\[(?=\s*\{)/.exec(text);
  if (start) return start[0].length;
  if (!/^\s*\{/.test(text) || /\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return undefined;
  let depth = 0;
  let listAt: number | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (at === -1) return listAt;
    } else if (char === "[" || char === "{") {
      if (char === "[" && depth === 1 && /^\[\s*\{/.test(text.slice(at, at + 100))) listAt ??= at + 1;
      depth++;
    } else if (char === "]" || char === "}") {
      depth--;
      // The object around it ends and another follows: JSON lines.
      if (depth === 0) return text.slice(at + 1).trim() === "" ? listAt : undefined;
    }
  }
  return listAt;
}

/** Place of the closing quote of the string that opens at `from`; -1 where the text ends first. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
