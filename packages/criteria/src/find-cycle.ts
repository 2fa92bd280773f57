/**
 * A way round in what names what, begun at `start`: `[start, ..., start]`; null where there is none. `namedBy` says what one
 * names itself.
 */
export function findCycle(start: string, namedBy: (id: string) => readonly string[]): string[] | null {
  const seen = new Set<string>();
  const walk = (id: string, path: readonly string[]): string[] | null => {
    for (const named of namedBy(id)) {
      if (named === start) return [...path, named];
      if (seen.has(named)) continue;
      seen.add(named);
      const found = walk(named, [...path, named]);
      if (found !== null) return found;
    }
    return null;
  };
  return walk(start, [start]);
}
