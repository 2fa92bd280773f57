/** Words that join others and ask for nothing by themselves. */
export const plainWords: ReadonlySet<string> = new Set(
  `a about actually again all also am an and any anybody anyone anything are as at away back be because been before being but by
   can could currently did do does doing done down each else ever every everybody everyone everything exactly far for from get gets
   getting give given go goes going good got had has have having he hello help her here hey hi his i if in into is it its just kind
   know last let like look lot make makes many may maybe me might mine more most much my need needs no nobody none not nothing now of
   off ok okay on once one ones only or other our ours out over own people per please pls quick quickly rather really right say see
   seems she should so some somebody someone something still such take tell than thank thanks that the their them then there these
   they thing things this those through time times to today together too two under until up us use very via want was way we well were
   what when where whether which while who whom whose why will with within without would yes yet you your first next current present
   moment happen happened company companies business same different between during since both either already always often
   year years month months week weeks day days quarter number figure figures value values data latest recent recently overall across
   altogether come came show find list high low bring brings happening stand stands standing thus ago end ended ends start began
   exact roughly approximately sum total question answer bit little big small great kindly simply basically everyday daily
   terms term spread spreads split broken break versus compare compared vs relation amount amounts level levels put gives looks`.split(
    /\s+/,
  ),
);

const contractions: readonly [RegExp, string][] = [
  [/\bwhat['’]?s\b/g, "what is"],
  [/\bwho['’]s\b/g, "who is"],
  [/\bhow['’]?s\b/g, "how is"],
  [/\bwhere['’]?s\b/g, "where is"],
  [/\bit['’]s\b/g, "it is"],
  [/\bthat['’]s\b/g, "that is"],
  [/\b(\w+)['’]re\b/g, "$1 are"],
  [/\b(\w+)['’]ve\b/g, "$1 have"],
  [/\b(\w+)['’]ll\b/g, "$1 will"],
  [/\b(\w+)n['’]t\b/g, "$1 not"],
  [/\bi['’]m\b/g, "i am"],
  [/['’]s\b/g, ""],
];

/** Lower case, contractions written out, marks gone but those within numbers and addresses. */
export function normalized(text: string): string {
  let plain = text.toLowerCase().normalize("NFC");
  for (const [pattern, words] of contractions) plain = plain.replaceAll(pattern, words);
  return plain
    .replaceAll(/[^\p{L}\p{N}@.$€£%+_-]+/gu, " ")
    .replaceAll(/(?<![\p{L}\p{N}])[.@+_-]+|[.@+_-]+(?![\p{L}\p{N}])/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

export const tokensOf = (text: string): string[] => (text === "" ? [] : text.split(" "));

/** Edits that make one word of another, neighbours swapped counting one (optimal string alignment); `most` + 1 for more. */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length]!;
}

/** Spelled right, though no figure is asked by them: five is no mistyped file. */
const numerals: ReadonlySet<string> = new Set(
  "three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred thousand".split(
    " ",
  ),
);

const mostEdits = (length: number) => (length < 3 ? 0 : length < 7 ? 1 : 2);

/**
 * A word as it was meant: itself where it is known, else the known one that is nearest, with the same beginning. A word that
 * is like none stays as it was typed.
 */
export function corrected(word: string, known: ReadonlySet<string>, stems: readonly string[] = []): string {
  if (known.has(word) || numerals.has(word) || stems.some((stem) => word.startsWith(stem))) return word;
  if (!/^\p{L}+$/u.test(word)) return word;
  const allowed = mostEdits(word.length);
  let best = word;
  let fewest = allowed + 1;
  for (const one of known) {
    if (one.length < 3 || (one[0] !== word[0] && one[0] !== word[1])) continue;
    if (one.length <= 3 && word.length > 4) continue;
    const edits = editsBetween(word, one, allowed);
    if (edits < fewest || (edits === fewest && one[0] === word[0] && best[0] !== word[0])) {
      fewest = edits;
      best = one;
    }
  }
  return best;
}
