const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type CardNetwork = "visa" | "mastercard";

/** So many tries of one card within a time, the first one included. */
export interface TryLimit {
  readonly whose: CardNetwork | "own";
  readonly tries: number;
  readonly withinMs: number;
}

/** What networks allow, from a day on. */
interface CapEdition {
  readonly edition: string;
  readonly fromMs: number;
  readonly limits: readonly TryLimit[];
}

const visa = (tries: number): TryLimit => ({ whose: "visa", tries, withinMs: 30 * DAY_MS });
const mastercard: readonly TryLimit[] = [
  { whose: "mastercard", tries: 10, withinMs: DAY_MS },
  { whose: "mastercard", tries: 35, withinMs: 30 * DAY_MS },
];

/**
 * Tries of one card, those of the provider among them. Visa: 15 in 30 days, 20 by the Core Rules of 2026-04-18 (table 7-2);
 * Mastercard: 10 in 24 hours and 35 in 30 days. Known at second hand, and changed now and then: a new edition is a line.
 */
const editions: readonly CapEdition[] = [
  { edition: "2026-04-18", fromMs: Date.parse("2026-04-18T00:00:00Z"), limits: [visa(20), ...mastercard] },
  { edition: "2022-04-01", fromMs: Number.NEGATIVE_INFINITY, limits: [visa(15), ...mastercard] },
];

/** The edition in force at a moment. */
export const capsInForce = (atMs: number): CapEdition => editions.find(({ fromMs }) => fromMs <= atMs)!;

/**
 * The limit that forbids one more try at a moment, given the tries before it; null where none does. Without a network all
 * networks' limits hold.
 */
export function limitAgainst(
  triesMs: readonly number[],
  atMs: number,
  { network, own }: { network: CardNetwork | null; own: readonly TryLimit[] },
): TryLimit | null {
  const limits = [
    ...own,
    ...capsInForce(atMs).limits.filter(({ whose }) => network === null || whose === network),
  ];
  return (
    limits.find(
      ({ tries, withinMs }) => triesMs.filter((ms) => ms > atMs - withinMs && ms <= atMs).length >= tries,
    ) ?? null
  );
}

/** When that limit allows the next try; Infinity where it never does. */
export function limitEndsAt(triesMs: readonly number[], { tries, withinMs }: TryLimit): number {
  if (tries < 1) return Infinity;
  const newestFirst = triesMs.toSorted((a, b) => b - a);
  return (newestFirst[tries - 1] ?? Number.NEGATIVE_INFINITY) + withinMs;
}
