/**
 * How many letters of `typed` are wrong where `text` begins with what was meant: letters put in, left out, changed, or two
 * neighbours swapped, each counted once. More than `most` is answered as `most + 1`.
 * Source: optimal string alignment (Damerau 1964; restricted edit distance), its last row taken over all prefixes of the text.
 */
export function prefixDistance(typed: string, text: string, most: number): number {
  const a = [...typed];
  // Letters further on belong to no prefix that is near enough.
  const b = [...text].slice(0, a.length + most);
  if (b.length < a.length - most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return Math.min(most + 1, ...row);
}

/** Letters that may be wrong in a text of so many: none in three, one in seven, two in more. */
export const mostMistakes = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);
