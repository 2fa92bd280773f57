/** A share of nothing is unknown, not zero. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
