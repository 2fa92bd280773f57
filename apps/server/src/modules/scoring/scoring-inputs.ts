import { DAY_MS } from "@forestay/contracts/vocabulary";
import {
  readCompanyContext,
  snapshotRecord,
  toMinorUnits,
  type CustomerRecord,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import {
  customerFeatures,
  snapshotFeatures,
  TREND_DAYS,
  type FeaturePlan,
} from "#modules/features/engine-door.ts";
import { MIN_DAYS_APART, isOfRecord, readDataTime, type Snapshot } from "#modules/outcomes/engine-door.ts";
import type { ScoringInput } from "./scorers/scorer.ts";
import { newestSnapshotMs, readLatestSnapshots } from "#modules/models/engine-door.ts";

/** A customer without a snapshot for this long before the company's newest is not scored from one. */
export const MAX_SNAPSHOT_AGE_DAYS = 45;

/** Gives each customer of a batch the row it is scored from. */
export type InputReader = (customers: readonly CustomerRecord[]) => Promise<ScoringInput[]>;

export async function createInputReader(
  db: Database,
  companyId: string,
  {
    rowSource,
    plan,
    rowRequired,
    rule,
  }: {
    rowSource: "customers" | "snapshots";
    /** The model's; null for the rules. */
    plan: FeaturePlan | null;
    rowRequired: boolean;
    rule: LeavingRule;
  },
): Promise<InputReader> {
  const { currency, newestMs, dataTime } = await withTenant(db, companyId, async (tx) => ({
    currency: (await readCompanyContext(tx, companyId)).currency,
    newestMs: await newestSnapshotMs(tx, companyId, rule.now),
    dataTime: await readDataTime(tx, companyId, rule.now),
  }));
  if (rowSource === "customers") {
    return async (customers) =>
      customers.map((customer) => ({
        customer,
        row: customerFeatures(customer, currency, rule),
        missing: null,
      }));
  }
  if (plan !== null && dataTime !== null && isOfRecords(plan)) {
    return (customers) => readRecords(db, companyId, customers, { currency, at: dataTime });
  }
  return async (customers) => {
    const snapshots =
      newestMs === null
        ? new Map<string, Snapshot[]>()
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
        ? {
            // As of an earlier day a customer pays what was recorded then, not what its record says now.
            customer:
              rule.looksBack === true ? payingThen(customer, own.at(-1)!.features, currency) : customer,
            row: snapshotFeatures(customer.id, own, own.length - 1),
            missing: null,
          }
        : {
            customer,
            row: null,
            missing: rowRequired ? `No usage recorded in the last ${MAX_SNAPSHOT_AGE_DAYS} days` : null,
          };
    });
  };
}

/** The customer with the revenue that was recorded of it; where none was, with none known. */
function payingThen(
  customer: CustomerRecord,
  { monthly_revenue: recorded }: Snapshot["features"],
  currency: string,
): CustomerRecord {
  const monthlyRevenueCents =
    typeof recorded === "number" ? toMinorUnits(recorded, customer.currency ?? currency) : null;
  return { ...customer, monthlyRevenueCents };
}

/** Whether a model over snapshots looks only at what a customer's own record says. */
const isOfRecords = (plan: FeaturePlan) => plan.columns.every(({ base }) => isOfRecord(base));

/**
 * Rows as a snapshot of this moment would give them, so that nobody has to wait for the next one: with the months
 * before, as far apart from it as those that the model learned from lie from each other.
 */
async function readRecords(
  db: Database,
  companyId: string,
  customers: readonly CustomerRecord[],
  { currency, at }: { currency: string; at: Date },
): Promise<ScoringInput[]> {
  const before = at.getTime() - MIN_DAYS_APART * DAY_MS;
  const ids = customers.map(({ id }) => id);
  const past = await withTenant(db, companyId, (tx) =>
    readLatestSnapshots(tx, companyId, ids, { newestMs: before, maxAgeDays: TREND_DAYS }),
  );
  return customers.map((customer) => {
    const earlier = past.get(customer.id) ?? [];
    const takenOn = new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10);
    const current = { takenOn, features: snapshotRecord(customer, currency, at) };
    return {
      customer,
      row: snapshotFeatures(customer.id, [...earlier, current], earlier.length),
      missing: null,
    };
  });
}
