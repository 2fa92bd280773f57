import { readCompanyContext, type CustomerRecord, type LeavingRule } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { customerFeatures } from "../features/customer-features.ts";
import { snapshotFeatures } from "../features/snapshot-features.ts";
import type { ScoringInput } from "../scoring/scorer.ts";
import { newestSnapshotMs, readLatestSnapshots } from "../training/load-history.ts";

/** A customer without a snapshot for this long before the company's newest is not scored from one. */
export const MAX_SNAPSHOT_AGE_DAYS = 45;

/** Gives each customer of a batch the row it is scored from. */
export type InputReader = (customers: readonly CustomerRecord[]) => Promise<ScoringInput[]>;

export async function createInputReader(
  db: Database,
  companyId: string,
  {
    rowSource,
    rowRequired,
    rule,
  }: { rowSource: "customers" | "snapshots"; rowRequired: boolean; rule: LeavingRule },
): Promise<InputReader> {
  const { currency, newestMs } = await withTenant(db, companyId, async (tx) => ({
    currency: (await readCompanyContext(tx, companyId)).currency,
    newestMs: await newestSnapshotMs(tx, companyId, rule.now),
  }));
  if (rowSource === "customers") {
    return async (customers) =>
      customers.map((customer) => ({
        customer,
        row: customerFeatures(customer, currency, rule),
        missing: null,
      }));
  }
  return async (customers) => {
    const snapshots =
      newestMs === null
        ? new Map()
        : await withTenant(db, companyId, (tx) =>
            readLatestSnapshots(
              tx,
              companyId,
              customers.map(({ id }) => id),
              { newestMs, maxAgeDays: MAX_SNAPSHOT_AGE_DAYS },
            ),
          );
    return customers.map((customer) => {
      const own = snapshots.get(customer.id);
      return own
        ? { customer, row: snapshotFeatures(customer.id, own, own.length - 1), missing: null }
        : {
            customer,
            row: null,
            missing: rowRequired ? `No usage recorded in the last ${MAX_SNAPSHOT_AGE_DAYS} days` : null,
          };
    });
  };
}
