import { exactMinor } from "../money/money.ts";

/** What a change of a customer's MRR is: it begins, grows, shrinks, ends, or comes back from nothing. */
export type MovementKind = "new" | "expansion" | "contraction" | "churn" | "reactivation";

/** MRR of all customers in one currency from a start to an end, and by what it moved. Amounts are whole and not below zero. */
export interface MrrFlow {
  readonly currency: string;
  readonly startMinor: number;
  readonly newMinor: number;
  readonly expansionMinor: number;
  readonly reactivationMinor: number;
  readonly contractionMinor: number;
  readonly churnMinor: number;
  /** Start + new + expansion + reactivation - contraction - churn, to the minor unit. */
  readonly endMinor: number;
  /** How many movements of each kind there were. */
  readonly counts: Readonly<Record<MovementKind, number>>;
}

/**
 * Names a change. `paidBefore`: whether there was MRR at any time before. Null where nothing changes.
 * The five kinds are those of ChartMogul's MRR movements; a customer that ends one of two subscriptions still pays, so that is
 * a contraction.
 */
export function movementKind(
  beforeMinor: number,
  afterMinor: number,
  paidBefore: boolean,
): MovementKind | null {
  if (beforeMinor === afterMinor) return null;
  if (beforeMinor === 0) return paidBefore ? "reactivation" : "new";
  if (afterMinor === 0) return "churn";
  return afterMinor > beforeMinor ? "expansion" : "contraction";
}

const KINDS = ["new", "expansion", "contraction", "churn", "reactivation"] as const satisfies MovementKind[];
const PLACE = { new: 0, expansion: 1, contraction: 2, churn: 3, reactivation: 4 } as const;

/** Movements being added up. */
export class FlowSum {
  // By place of the kind in KINDS: columns of doubles, as a million changes are added to them.
  readonly #sums = new Float64Array(KINDS.length);
  readonly #counts = new Float64Array(KINDS.length);

  add(beforeMinor: number, afterMinor: number, paidBefore: boolean): void {
    const kind = movementKind(beforeMinor, afterMinor, paidBefore);
    if (kind === null) return;
    const at = PLACE[kind];
    this.#sums[at]! += Math.abs(afterMinor - beforeMinor);
    this.#counts[at]! += 1;
  }

  join(flow: MrrFlow): void {
    for (const [at, kind] of KINDS.entries()) {
      this.#sums[at]! += flow[`${kind}Minor`];
      this.#counts[at]! += flow.counts[kind];
    }
  }

  /** Every sum grows from zero, so that one which is exact at its end was exact all the way. */
  from(currency: string, startMinor: number): MrrFlow {
    const of = (amount: number, what: string) => exactMinor(amount, `${what} in ${currency}`);
    const sum = (kind: MovementKind) => of(this.#sums[PLACE[kind]]!, kind);
    const count = (kind: MovementKind) => this.#counts[PLACE[kind]]!;
    const gained = of(sum("new") + sum("expansion") + sum("reactivation"), "the sum of gains");
    const lost = of(sum("contraction") + sum("churn"), "the sum of losses");
    return {
      currency,
      startMinor: of(startMinor, "the MRR at the start"),
      newMinor: sum("new"),
      expansionMinor: sum("expansion"),
      reactivationMinor: sum("reactivation"),
      contractionMinor: sum("contraction"),
      churnMinor: sum("churn"),
      endMinor: of(of(startMinor + gained, "MRR and gains") - lost, "the MRR at the end"),
      counts: {
        new: count("new"),
        expansion: count("expansion"),
        contraction: count("contraction"),
        churn: count("churn"),
        reactivation: count("reactivation"),
      },
    };
  }
}
