import type { BrokenLine, CriteriaNode, CustomerSelection } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Refuses what nobody could have meant before customers are asked for it, each line at its place (`validation_failed`). Handed in
 * where the modules are put together: only a module above this one knows every field that there is.
 */
export interface ConditionCheck {
  conditions(
    tx: Tx,
    companyId: string,
    conditions: readonly CriteriaNode[],
    options: {
      /** What names the conditions in the request: `conditions`. */
      root: string;
      now: Date;
    },
  ): Promise<void>;
  /** The same told instead of refused, of conditions that are kept, each below its root. */
  broken(
    tx: Tx,
    companyId: string,
    kept: readonly { root: string; criteria: readonly CriteriaNode[] }[],
    now: Date,
  ): Promise<BrokenLine[][]>;
  /** Of a selection that stands in the request as `selection`. */
  selection(tx: Tx, companyId: string, selection: CustomerSelection, now: Date): Promise<void>;
}
