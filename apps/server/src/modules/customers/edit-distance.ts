/**
 * How many letters of `typed` are wrong where `text` begins with what was meant: letters put in, left out, changed, or two
 * neighbours swapped, each counted once. More than `most` is answered as `most + 1`.
 * Source: optimal string alignment (Damerau 1964; restricted edit distance), its last row taken over all prefixes of the text.
 */
export function prefixDistance(typed: string, text: string, most: number): number {
  const a = [...typed];
  // Letters further on belong to no prefix that is near enough.
  const longest = a.length + most;
  const beginning = text.slice(0, 2 * longest);
  const b = [...beginning].slice(0, longest);
  const none = most + 1;
  if (b.length < a.length - most) return none;
  let earlier: number[] = [];
  let before: number[] = [];
  let row = [0];
  for (let j = 1; j <= Math.min(b.length, most); j++) row.push(j);
  for (let i = 1; i <= a.length; i++) {
    [earlier, before, row] = [before, row, earlier];
    // Places further apart than that cost more anyway.
    const first = Math.max(1, i - most);
    const last = Math.min(b.length, i + most);
    row[first - 1] = first === 1 ? i : none;
    let least = row[first - 1]!;
    for (let j = first; j <= last; j++) {
      // The row before ended one place earlier.
      const above = j === i + most ? none : before[j]!;
      let cost = Math.min(above + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, earlier[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return none;
  }
  let least = none;
  for (let j = Math.max(0, a.length - most); j <= b.length; j++) least = Math.min(least, row[j]!);
  return least;
}

/** Letters that may be wrong in a text of so many: none in three, one in seven, two in more. */
export const mostMistakes = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);
