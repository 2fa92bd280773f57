import { exactMinor } from "../money/money.ts";
import { periodIndexAt, requireAdjacentPeriods, type Period } from "../time/periods.ts";
import { firstPaid, mrrBefore, type CustomerMrr } from "../revenue/mrr-timeline.ts";
import { share } from "../share.ts";

/** How much of a cohort is left at one age. */
export interface CohortCell {
  /** Customers, or minor units, still there, and of how many there were. */
  readonly kept: number;
  readonly of: number;
  /** kept / of; null where there was nobody. */
  readonly share: number | null;
  /** False while the period is not over: the cell says how it stands so far. */
  readonly complete: boolean;
}

/** Those who first paid in one period. Cell k is the end of the k-th period after it; those that have not begun are absent. */
export interface CohortRow {
  readonly period: Period;
  /** n, customers of the cohort. */
  readonly customers: number;
  readonly cells: readonly CohortCell[];
}

export interface CohortTable {
  readonly rows: readonly CohortRow[];
  /** Per age, kept over all cohorts / of all cohorts, complete cells only: larger cohorts weigh more. Null where there is none. */
  readonly average: readonly (number | null)[];
}

export interface CohortGrid {
  /** Customers still paying, in any currency, over all who began. */
  readonly logos: CohortTable;
  /** Per currency: MRR over that with which customers began. Gross counts no customer above its beginning. */
  readonly revenue: ReadonlyMap<string, { readonly gross: CohortTable; readonly net: CohortTable }>;
  /** Customers that first paid before the first period: of no cohort here. */
  readonly olderCustomers: number;
}

/**
 * Cohort grids by logos, GRR and NRR, in one pass over customers. A cohort is who first paid in a period (in that currency,
 * for revenue); who came back counts again from then on.
 * @param asOfMs How far the data reaches: later periods have no cell, the one it falls into an incomplete one.
 * @throws RangeError when periods are not adjacent, or a sum is too large to be exact.
 */
export function cohortGrid(
  customers: Iterable<CustomerMrr>,
  periods: readonly Period[],
  asOfMs: number,
): CohortGrid {
  requireAdjacentPeriods(periods);
  const begun = periods.filter(({ startMs }) => startMs < asOfMs);
  const endsMs = begun.map(({ endMs }) => Math.min(endMs, asOfMs));
  const logos = new TableSum(begun.length);
  const revenue = new Map<string, { gross: TableSum; net: TableSum }>();
  let olderCustomers = 0;
  for (const { timelines } of customers) {
    const firstMs = firstPaid(timelines);
    if (firstMs >= asOfMs) continue;
    const cohort = periodIndexAt(begun, firstMs);
    if (cohort < 0) olderCustomers += 1;
    else if (cohort < begun.length) {
      logos.begin(cohort, 1);
      for (let at = cohort; at < begun.length; at++) {
        const paying = timelines.some((timeline) => mrrBefore(timeline, endsMs[at]!) > 0);
        if (paying) logos.keep(cohort, at - cohort, 1);
      }
    }
    for (const timeline of timelines) {
      const beganMs = timeline.atMs[0] ?? Infinity;
      if (beganMs >= asOfMs) continue;
      let tables = revenue.get(timeline.currency);
      if (tables === undefined) {
        tables = { gross: new TableSum(begun.length), net: new TableSum(begun.length) };
        revenue.set(timeline.currency, tables);
      }
      const own = periodIndexAt(begun, beganMs);
      if (own < 0 || own >= begun.length) continue;
      const startMinor = timeline.mrrMinor[0]!;
      tables.gross.begin(own, startMinor);
      tables.net.begin(own, startMinor);
      for (let at = own; at < begun.length; at++) {
        const mrrMinor = mrrBefore(timeline, endsMs[at]!);
        tables.gross.keep(own, at - own, Math.min(mrrMinor, startMinor));
        tables.net.keep(own, at - own, mrrMinor);
      }
    }
  }
  const complete = begun.map(({ endMs }) => endMs <= asOfMs);
  return {
    logos: logos.table(begun, complete),
    revenue: new Map(
      [...revenue].map(([currency, { gross, net }]) => [
        currency,
        { gross: gross.table(begun, complete), net: net.table(begun, complete) },
      ]),
    ),
    olderCustomers,
  };
}

/** Sums of a triangle: a row per cohort, a cell per age. */
class TableSum {
  readonly #customers: Float64Array;
  readonly #of: Float64Array;
  readonly #kept: Float64Array[];

  constructor(size: number) {
    this.#customers = new Float64Array(size);
    this.#of = new Float64Array(size);
    this.#kept = Array.from({ length: size }, (_, cohort) => new Float64Array(size - cohort));
  }

  begin(cohort: number, amount: number): void {
    this.#customers[cohort]! += 1;
    this.#of[cohort]! += amount;
  }

  keep(cohort: number, age: number, amount: number): void {
    this.#kept[cohort]![age]! += amount;
  }

  table(periods: readonly Period[], complete: readonly boolean[]): CohortTable {
    const rows = periods.map((period, cohort) => {
      const of = exactMinor(this.#of[cohort]!, "the sum of a cohort");
      const cells = Array.from(this.#kept[cohort]!, (sum, age) => {
        const kept = exactMinor(sum, "the sum of a cohort");
        return { kept, of, share: share(kept, of), complete: complete[cohort + age]! };
      });
      return { period, customers: this.#customers[cohort]!, cells };
    });
    const average = periods.map((_, age) => {
      const cells = rows.flatMap((row) => row.cells[age] ?? []).filter((cell) => cell.complete);
      const sum = (of: "kept" | "of") => cells.reduce((total, cell) => total + cell[of], 0);
      return share(sum("kept"), sum("of"));
    });
    return { rows, average };
  }
}
