/** What a list of a run says of whom it names: whether it has left since, and when. */
export const leftSince = (left: ReadonlyMap<string, Date | null>, customerId: string) => ({
  hasLeft: left.has(customerId),
  leftAt: left.get(customerId)?.toISOString() ?? null,
});
