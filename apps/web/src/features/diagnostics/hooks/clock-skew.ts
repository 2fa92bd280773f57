/** A token lives 15 minutes and rows are shown by relative time: below this nobody notices. */
const TOLERATED_MS = 5000;

/** Server's clock minus this device's, in ms: the answer is taken as written halfway through the round trip. */
export function clockSkewMs(exchange: { sentAt: number; receivedAt: number; serverTime: string }): number {
  return Math.round(new Date(exchange.serverTime).getTime() - (exchange.sentAt + exchange.receivedAt) / 2);
}

/** The skew in words, seen from this device: 'in step', '42 s ahead of the server'. */
export function describeSkew(skewMs: number): { ok: boolean; text: string } {
  if (Math.abs(skewMs) < 1000) return { ok: true, text: "This device is in step with the server" };
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const length = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return {
    ok: Math.abs(skewMs) <= TOLERATED_MS,
    text: `This device is ${length} ${skewMs > 0 ? "behind" : "ahead of"} the server`,
  };
}
