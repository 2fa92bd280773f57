import type { Table, TrainingSet } from "@forestay/churn-model";
import {
  leavingOf,
  listAttributes,
  readCompanyContext,
  readSelection,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import {
  buildTableInSlices,
  customerFeatures,
  planCustomerFeatures,
  type FeaturePlan,
  type FeatureRow,
} from "#modules/features/engine-door.ts";
import { heldOutOf, type HeldOutRows } from "./held-out-rows.ts";
import { customerSampler } from "./sample-customers.ts";

export interface LoadedTrainingSet {
  plan: FeaturePlan;
  set: TrainingSet;
  trainingSource: "label_column" | "history";
  /** Dates of the first and last row; null where rows carry no date. */
  dataWindow: { from: string; to: string } | null;
  /** Rows that the champion did not learn from, in the champion's columns; null where it is another kind, or there are none. */
  unseen: { rows: Int32Array; table: Table } | null;
}

/** The model in use, to compare on rows that neither had seen. */
export interface ChampionRows {
  plan: FeaturePlan;
  /** Date of the newest record it learned from; null for undated labels. */
  learnedUntilMs: number | null;
  /** Which rows it learned from; null where that was not kept. */
  heldOut: HeldOutRows | null;
}

const EVERYONE = { filter: { conditions: [] }, exceptIds: [] };
const goneWords = new Set(["Cancelled", "Inactive"]);

/** More of the leavers than of the stayers, as a share, whose tenure may be unknown before that tells them apart. */
const TELLING_GAP = 0.05;
const unknownShare = ({ known, unknown }: { known: number; unknown: number }) =>
  known + unknown === 0 ? 0 : unknown / (known + unknown);

/** Builds the training set from customers of whom it is known whether they left: one row each, no dates. */
export async function loadLabels(
  db: Database,
  companyId: string,
  {
    rule,
    expectedRows,
    signal,
    champion,
  }: { rule: LeavingRule; expectedRows: number; signal: AbortSignal; champion: ChampionRows | null },
): Promise<LoadedTrainingSet> {
  const { company, attributes } = await withTenant(db, companyId, async (tx) => ({
    company: await readCompanyContext(tx, companyId),
    attributes: await listAttributes(tx, companyId),
  }));
  const inSample = customerSampler(expectedRows);
  const rows: FeatureRow[] = [];
  const labels: number[] = [];
  const fields = new Set<string>();
  let statusTellsOutcome = false;
  let silenceTellsOutcome = false;
  let hasLastActivity = false;
  const tenure = { left: { known: 0, unknown: 0 }, stayed: { known: 0, unknown: 0 } };
  for await (const batch of readSelection(db, companyId, EVERYONE, { now: rule.now })) {
    signal.throwIfAborted();
    for (const customer of batch) {
      const { hasLeft: left, bySilence } = leavingOf(customer, rule);
      if (left === null || !inSample(customer.id)) continue;
      silenceTellsOutcome ||= bySilence;
      const row = customerFeatures(customer, company.currency, rule);
      const status = row.values["subscription_status"];
      statusTellsOutcome ||= left && (typeof status !== "string" || goneWords.has(status));
      hasLastActivity ||= customer.lastSeenAt !== null;
      tenure[left ? "left" : "stayed"][row.values["tenure_days"] === null ? "unknown" : "known"]++;
      for (const [field, value] of Object.entries(row.values)) if (value !== null) fields.add(field);
      rows.push(row);
      labels.push(left ? 1 : 0);
    }
  }
  const plan = planCustomerFeatures(attributes, {
    fields,
    statusTellsOutcome,
    silenceTellsOutcome,
    hasLastActivity,
    tenureTellsOutcome:
      tenure.left.known + tenure.stayed.known > 0 &&
      unknownShare(tenure.left) - unknownShare(tenure.stayed) > TELLING_GAP,
  });
  const learned = champion?.plan.source === "customers" ? champion.heldOut : null;
  const unseen =
    learned === null
      ? []
      : Array.from(rows.keys()).filter((row) => heldOutOf(learned, rows[row]?.rowId ?? "") === null);
  return {
    plan,
    set: { table: await buildTableInSlices(plan, rows), labels: Uint8Array.from(labels) },
    trainingSource: "label_column",
    dataWindow: null,
    unseen:
      champion === null || unseen.length === 0
        ? null
        : {
            rows: Int32Array.from(unseen),
            table: await buildTableInSlices(
              champion.plan,
              unseen.flatMap((row) => rows[row] ?? []),
            ),
          },
  };
}
