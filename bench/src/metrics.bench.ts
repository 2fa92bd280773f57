import {
  expectedRevenueAtRisk,
  kaplanMeier,
  movementsBetween,
  movementsByPeriod,
  mrrOfCustomer,
  retentionBetween,
  type CustomerMrr,
  type Period,
  type SubscriptionLine,
} from "../../packages/metrics/src/index.ts";
import type { BenchResult } from "./bench-result.ts";

const CUSTOMERS = 1_000_000;
const MONTHS = 24;
const ROUNDS = 31;

/** Figures of a million customers: the movements of a month beside a loop written for nothing else, and the rest for information. */
export async function run(): Promise<BenchResult[]> {
  const balances = columns();
  const ours = () => movementsBetween(balances);
  const peer = () => plainMovements(balances);
  if (ours().churnMinor !== peer().churn) throw new Error("the peer counts otherwise");
  const ratio = medianMs(ours) / medianMs(peer);

  const periods: Period[] = Array.from({ length: MONTHS }, (_, month) => ({
    startMs: Date.UTC(2024, month, 1),
    endMs: Date.UTC(2024, month + 1, 1),
  }));
  const startedAt = performance.now();
  const flows = movementsByPeriod(simulated(), periods);
  const ledgerMs = performance.now() - startedAt;
  if (flows.get("EUR")?.length !== MONTHS) throw new Error("there are months without movements");

  const days = {
    durations: columnOf((i) => 1 + ((i * 7_919) % 1_400)),
    events: columnOf((i) => (i % 3) & 1),
  };
  const risk = {
    currency: "EUR",
    churnProbabilities: columnOf((i) => 0.01 + ((i * 37) % 100) / 300),
    valuesMinor: columnOf((i) => 12 * (1_000 + ((i * 7_919) % 100_003))),
  };
  const inform = (measure: string, value: number) => ({ measure, value: Math.round(value), unit: "ms" });
  return [
    {
      measure: "movements of 1,000,000 customers as a multiple of a plain loop",
      value: Number(ratio.toPrecision(3)),
      unit: "ratio",
    },
    inform("movements of 1,000,000 customers between two balances", medianMs(ours)),
    inform(
      "GRR, NRR and logo churn of 1,000,000 customers",
      medianMs(() => retentionBetween(balances)),
    ),
    inform("24 months of movements of 1,000,000 customers from 2,000,000 subscription lines", ledgerMs),
    inform(
      "Kaplan-Meier of 1,000,000 customers",
      medianMs(() => kaplanMeier(days), 3),
    ),
    inform(
      "revenue at risk of 1,000,000 customers with its band",
      medianMs(() => expectedRevenueAtRisk(risk), 3),
    ),
  ];
}

function columnOf(value: (row: number) => number): Float64Array {
  return Float64Array.from({ length: CUSTOMERS }, (_, row) => value(row));
}

/** Every kind of movement, in an order that no branch predictor learns. */
function columns() {
  const scattered = (row: number) => Math.imul(row + 1, 2_654_435_761) >>> 0;
  const openingMinor = columnOf((row) => (scattered(row) % 7 === 0 ? 0 : 1_000 + (scattered(row) % 90_000)));
  return {
    currency: "EUR",
    openingMinor,
    closingMinor: columnOf((row) => {
      const chance = scattered(row + 17) % 10;
      if (chance === 0) return 0;
      return openingMinor[row]! + (chance === 1 ? 500 : chance === 2 ? -400 : 0);
    }).map((minor) => Math.max(0, minor)),
    paidBefore: Uint8Array.from({ length: CUSTOMERS }, (_, row) => scattered(row + 5) & 1),
  };
}

/** What somebody would write who needs these six sums once: no counts, no checks. */
function plainMovements({ openingMinor, closingMinor, paidBefore }: ReturnType<typeof columns>) {
  const sums = { start: 0, new: 0, expansion: 0, reactivation: 0, contraction: 0, churn: 0 };
  for (let row = 0; row < openingMinor.length; row++) {
    const before = openingMinor[row]!;
    const after = closingMinor[row]!;
    sums.start += before;
    if (before === after) continue;
    if (before === 0 && paidBefore[row] === 1) sums.reactivation += after;
    else if (before === 0) sums.new += after;
    else if (after === 0) sums.churn += before;
    else if (after > before) sums.expansion += after - before;
    else sums.contraction += before - after;
  }
  return sums;
}

/** Customers one by one, two prices each: as a ledger would stream them, none kept. */
function* simulated(): Generator<CustomerMrr> {
  for (let row = 0; row < CUSTOMERS; row++) {
    const joined = Date.UTC(2023, (row * 7) % 30, 1 + (row % 28));
    const changed = joined + (60 + ((row * 13) % 300)) * 86_400_000;
    const line = (amountMinor: number, startMs: number, endMs: number | null): SubscriptionLine => ({
      subscriptionId: "s",
      currency: "EUR",
      amountMinor,
      every: row % 3 === 0 ? { unit: "year", count: 1 } : { unit: "month", count: 1 },
      startMs,
      endMs,
    });
    const leaves = row % 4 === 0 ? changed + 90 * 86_400_000 : null;
    yield mrrOfCustomer("c", [
      line(4_900, joined, changed),
      line(5_900 - (row % 2) * 2_000, changed, leaves),
    ]);
  }
}

function medianMs(work: () => unknown, rounds = ROUNDS): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  }).sort((a, b) => a - b);
  return times[Math.floor(rounds / 2)] ?? 0;
}
