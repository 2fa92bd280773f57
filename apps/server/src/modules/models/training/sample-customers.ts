/** Above this many rows a model learns from a sample (a deterministic one, so that the same data give the same model). */
export const MOST_TRAINING_ROWS = 200_000;

/**
 * The customers in the order in which a sample takes them: by a hash of their id, so always the same ones, whatever the
 * order they come in, and a company that grows keeps most of its sample.
 */
export function inSampleOrder(customerIds: readonly string[]): string[] {
  const hashes = new Map(customerIds.map((id) => [id, hashOf(id)]));
  const hash = (id: string) => hashes.get(id) ?? 0;
  return customerIds.toSorted((a, b) => hash(a) - hash(b) || (a < b ? -1 : 1));
}

/** Says which customers are in the sample, where each is one row. */
export function customerSampler(expectedRows: number): (customerId: string) => boolean {
  if (expectedRows <= MOST_TRAINING_ROWS) return () => true;
  // A little fewer, so that chance does not make it more and the engine draws again.
  const threshold = ((0.99 * MOST_TRAINING_ROWS) / expectedRows) * 0x1_0000_0000;
  return (customerId) => hashOf(customerId) < threshold;
}

/** FNV-1a with a final mix: ids made one after the other differ in few digits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
