const DAY_MS = 86_400_000;
const dayPlus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The day before one, both as `2026-03-01`. */
export const dayBefore = (day: string): string => dayPlus(day, -1);

/** The twelve months that end with a month's last day, over which retention is kept. */
export function yearUntil(until: string): { from: string; until: string } {
  const next = dayPlus(until, 1);
  return { from: `${Number(next.slice(0, 4)) - 1}${next.slice(4)}`, until };
}
