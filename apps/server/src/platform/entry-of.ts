/**
 * What a table of ours holds under a word that somebody else chose: a client's field name, a cell of a file. Undefined
 * for `constructor`, `toString` and whatever else every object answers to without holding it.
 */
export function entryOf<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
