/** Arrows of a graph: from each node to those that it uses. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Nodes that lead back to themselves, in groups (strongly connected components of two or more, by Tarjan 1972), sorted. */
export function findCircles(arrows: Arrows): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string) => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    open.push(node);
    for (const next of arrows.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of [...arrows.keys()].sort()) if (!order.has(node)) visit(node);
  return circles;
}

/** The shortest way round a circle that starts and ends at its first node: `a -> b -> a`. */
export function shortestRound(circle: readonly string[], arrows: Arrows): string[] {
  const [start = ""] = circle;
  const inside = new Set(circle);
  let trails = [[start]];
  while (trails.length > 0) {
    const longer: string[][] = [];
    for (const trail of trails) {
      for (const next of arrows.get(trail.at(-1) ?? "") ?? []) {
        if (next === start) return [...trail, start];
        if (!inside.delete(next)) continue;
        longer.push([...trail, next]);
      }
    }
    trails = longer;
  }
  return [...circle];
}
