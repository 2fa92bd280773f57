/**
 * Tells events of one customer and instant apart: 53 bits of its own id, else of its type and value. Two of the same are one
 * event. A hash of ours (two 32-bit lanes, as cyrb53), because it is stored: the database's own may change with its version.
 */
export function eventKey(event: { sourceId?: string | null; type: string; value?: number | null }): number {
  return hash53(event.sourceId ? `i${event.sourceId}` : `t${event.type}\u{0}${event.value ?? ""}`);
}

function hash53(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & high) + (low >>> 0);
}
