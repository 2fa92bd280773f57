import type { ChatAnswer } from "@forestay/contracts";

/** What an answer may speak of. */
export interface Evidence {
  /** Answers of the tools that were asked in this turn. */
  results: readonly unknown[];
  /** Words that may come back: the question, the page's names, sections of the documentation. */
  said: readonly string[];
}

/** Numbers that are words of ours and no figures: bounds of bands, windows, pages. */
const ownNumbers = new Set([24, 30, 60, 80, 90, 12, 10, 100]);
const NUMBER = /(?<![\p{L}\d])[-−+]?\d[\d,]*(?:\.\d+)?/gu;
const EMAIL = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.\p{L}{2,}/gu;
const PATH_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Whatever an answer says and no tool of this turn answered: numbers, ids, mail addresses, and addresses elsewhere. Empty: every
 * figure of it is grounded. A number may be rounded, a share shown as percent.
 */
export function ungrounded(
  { blocks, actions, sources }: Pick<ChatAnswer, "blocks" | "actions" | "sources">,
  { results, said }: Evidence,
): string[] {
  const known = new Set<string>();
  const texts: string[] = [...said];
  for (const result of results) collect(result, known, texts);
  const all = texts.join("\n");
  for (const [number] of all.matchAll(NUMBER)) known.add(plain(number));
  const words: string[] = [];
  const paths: string[] = [];
  for (const block of blocks) {
    const parts =
      block.kind === "text" ? block.parts : block.kind === "table" ? block.rows.flat() : [block.count];
    for (const { text, path } of parts) {
      words.push(text);
      if (path !== null) paths.push(path);
    }
    if (block.kind === "draft") paths.push(block.path);
  }
  paths.push(
    ...actions.map(({ path }) => path),
    ...sources.flatMap(({ path }) => (path === null ? [] : [path])),
  );
  const strange = words
    .flatMap((text) => [...text.matchAll(NUMBER)].map(([number]) => plain(number)))
    .filter((number) => !known.has(number) && !ownNumbers.has(Number(number)) && Number(number) > 3);
  const elsewhere = words.filter(
    (text) => /\b(?:https?:)?\/\/|\bwww\.|!\[|\]\(/i.test(text) && !all.includes(text),
  );
  const ids = [
    ...paths.flatMap((path) => decodeURIComponent(path).match(PATH_ID) ?? []),
    ...words.flatMap((text) => [...(text.match(PATH_ID) ?? []), ...(text.match(EMAIL) ?? [])]),
  ].filter((id) => !all.includes(id));
  return [
    ...new Set([...strange, ...elsewhere, ...ids, ...paths.filter((path) => !path.startsWith("/app"))]),
  ];
}

const plain = (number: string): string => {
  const digits = number.replaceAll(/[,+−-]/g, "");
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
};

function collect(value: unknown, known: Set<string>, texts: string[]): void {
  if (typeof value === "number") {
    const size = Math.abs(value);
    for (const one of [size, size * 100])
      for (const decimals of [0, 1, 2, 3]) known.add(plain(one.toFixed(decimals)));
  } else if (typeof value === "string") texts.push(value);
  else if (Array.isArray(value)) {
    known.add(String(value.length));
    for (const one of value) collect(one, known, texts);
  } else if (value !== null && typeof value === "object")
    for (const one of Object.values(value)) collect(one, known, texts);
}
