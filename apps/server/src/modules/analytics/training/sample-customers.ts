/** Above this many rows a model learns from a sample (issue: a deterministic sample above 200,000 person-snapshots). */
export const MOST_TRAINING_ROWS = 200_000;

/** Says which customers are in the sample: by a hash of their id, so always the same ones, whatever the order. */
export function customerSampler(expectedRows: number): (customerId: string) => boolean {
  if (expectedRows <= MOST_TRAINING_ROWS) return () => true;
  const threshold = (MOST_TRAINING_ROWS / expectedRows) * 0x1_0000_0000;
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
