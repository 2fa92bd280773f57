import { periodIndexAt, requireAdjacentPeriods, type Period } from "../time/periods.ts";
import { FlowSum, movementKind, type MovementKind, type MrrFlow } from "./mrr-flow.ts";
import type { CustomerMrr, MrrTimeline } from "./mrr-timeline.ts";

/** One change of a customer's MRR in one currency, at one instant. */
export interface MrrMovement {
  readonly kind: MovementKind;
  readonly atMs: number;
  readonly currency: string;
  /** By how much MRR rose or fell, above zero. */
  readonly amountMinor: number;
  readonly beforeMinor: number;
  readonly afterMinor: number;
}

export interface PeriodFlow extends MrrFlow {
  readonly period: Period;
}

/** A timeline's movements in the order of time: the first is new, and after a churn only a reactivation can follow. */
export function* movementsOf({ currency, atMs, mrrMinor }: MrrTimeline): Generator<MrrMovement> {
  let beforeMinor = 0;
  for (let step = 0; step < atMs.length; step++) {
    const afterMinor = mrrMinor[step]!;
    const kind = movementKind(beforeMinor, afterMinor, step > 0);
    if (kind !== null) {
      const amountMinor = Math.abs(afterMinor - beforeMinor);
      yield { kind, atMs: atMs[step]!, currency, amountMinor, beforeMinor, afterMinor };
    }
    beforeMinor = afterMinor;
  }
}

/**
 * MRR movements of adjacent periods, per currency, in one pass over customers in any order. A movement belongs to the
 * period that holds its instant: what happens at a period's first instant is in it, so that it starts with the MRR right
 * before, as a bank statement does. Each change counts, also where one is taken back within the period.
 * @throws RangeError when periods are not adjacent, or a sum is too large to be exact.
 */
export function movementsByPeriod(
  customers: Iterable<CustomerMrr>,
  periods: readonly Period[],
): Map<string, PeriodFlow[]> {
  requireAdjacentPeriods(periods);
  const ledgers = new Map<string, { openingMinor: number; flows: FlowSum[] }>();
  const startMs = periods[0]?.startMs ?? 0;
  for (const { timelines } of customers) {
    for (const timeline of timelines) {
      let ledger = ledgers.get(timeline.currency);
      if (ledger === undefined) {
        ledger = { openingMinor: 0, flows: periods.map(() => new FlowSum()) };
        ledgers.set(timeline.currency, ledger);
      }
      let beforeMinor = 0;
      for (let step = 0; step < timeline.atMs.length; step++) {
        const afterMinor = timeline.mrrMinor[step]!;
        const atMs = timeline.atMs[step]!;
        if (atMs < startMs) ledger.openingMinor += afterMinor - beforeMinor;
        else ledger.flows[periodIndexAt(periods, atMs)]?.add(beforeMinor, afterMinor, step > 0);
        beforeMinor = afterMinor;
      }
    }
  }
  return new Map(
    [...ledgers].map(([currency, { openingMinor, flows }]) => {
      let startMinor = openingMinor;
      const told = flows.map((flow, at) => {
        const period = { ...flow.from(currency, startMinor), period: periods[at]! };
        startMinor = period.endMinor;
        return period;
      });
      return [currency, told];
    }),
  );
}

/**
 * Movements of a longer time from those of its adjacent parts: months to a quarter, days to a month.
 * @throws RangeError for no parts, parts of two currencies, or parts that do not follow on one another.
 */
export function joinFlows(parts: readonly PeriodFlow[]): PeriodFlow {
  requireAdjacentPeriods(parts.map(({ period }) => period));
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("no movements to join");
  const sum = new FlowSum();
  for (const [at, part] of parts.entries()) {
    if (part.currency !== first.currency) {
      throw new RangeError(`movements in ${part.currency} do not join those in ${first.currency}`);
    }
    if (at > 0 && part.startMinor !== parts[at - 1]!.endMinor) {
      throw new RangeError(`part ${at} starts with ${part.startMinor}, the one before ends otherwise`);
    }
    sum.join(part);
  }
  return {
    ...sum.from(first.currency, first.startMinor),
    period: { startMs: first.period.startMs, endMs: last.period.endMs },
  };
}
