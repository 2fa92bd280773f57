import type { AlikeCustomers } from "@forestay/contracts";
import { wilsonInterval } from "@forestay/metrics";
import { sql } from "kysely";
import {
  leavingOf,
  readCompanyContext,
  readCustomerNames,
  readLeavingRule,
  readSelection,
  type LeavingRule,
} from "#modules/customers/index.ts";
import {
  categoryOf,
  customerFeatures,
  evidenceFor,
  featureWords,
  rangeInWords,
  type FeaturePlan,
  type FeatureRow,
} from "#modules/features/index.ts";
import { closedOf, readKnownUntil, readPasts, readScoringModel } from "#modules/models/index.ts";
import { LEARNING_DAYS, snapshotTimeMs } from "#modules/outcomes/index.ts";
import { createInputReader } from "#modules/scoring/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { DAY_MS } from "@forestay/contracts/vocabulary";
import { createKept } from "../kept.ts";
import { findAlike, type Known, type Trait } from "./find-alike.ts";

/** Customers looked at: of a larger company those that a hash of their ids draws. */
const LOOKED_AT = 3000;
/** Whose pasts are read at once. */
const CUSTOMERS_PER_READ = 250;
const MOST_SHOWN = 50;

type ReadAlike = (
  companyId: string,
  customerId: string,
  features: readonly string[],
) => Promise<AlikeCustomers>;

interface Company {
  companyId: string;
  plan: FeaturePlan;
  rule: LeavingRule;
  horizonDays: number;
  currency: string;
}

/**
 * Finds who looked like a customer in the given features, and how many of them left: at the moments that a model of dated
 * history learns from, within its horizon; else among those of whom it is known whether they have left. Throws
 * `invalid_state` without a model, `not_found`.
 */
export function createAlikeReader({ db, clock }: Pick<ModuleContext, "db" | "clock">): ReadAlike {
  const kept = createKept<readonly string[]>(clock);
  return async (companyId, customerId, features) => {
    const now = clock.now();
    const company = await withTenant(db, companyId, async (tx) => {
      if (!(await readCustomerNames(tx, companyId, [customerId])).has(customerId))
        throw new AppError("not_found", { message: "This customer does not exist." });
      const { plan, horizonDays } = await readScoringModel(tx, companyId);
      const rule = await readLeavingRule(tx, companyId, now);
      const { currency } = await readCompanyContext(tx, companyId);
      return { companyId, plan, horizonDays, rule, currency };
    });
    const subject = await readSubject(db, company, customerId);
    const read = features.filter((feature) => company.plan.columns.some(({ base }) => base === feature));
    const drawn = (await kept(companyId, () => drawIds(db, companyId))).filter((id) => id !== customerId);
    const isDated = company.plan.source === "snapshots" && company.plan.madeOfDates !== true;
    const past = await (isDated ? readDated(db, company, drawn, read) : readOutcomes(db, company, drawn));
    const { traits, alike } = findAlike(subject.values, read, past);
    const left = alike.filter((known) => known.left).length;
    const share = wilsonInterval(left, alike.length);
    return {
      horizonDays: isDated ? company.horizonDays : null,
      traits: traits.map((trait) => inWords(trait, company)),
      lookedAt: new Set(past.map((known) => known.customerId)).size,
      count: alike.length,
      left,
      share: alike.length === 0 ? null : { value: left / alike.length, lower: share.low, upper: share.high },
      customers: await shown(db, companyId, alike),
    };
  };
}

async function drawIds(db: Database, companyId: string): Promise<string[]> {
  const { rows } = await withTenant(db, companyId, (tx) =>
    sql<{ id: string }>`select id from customers where company_id = ${companyId}
      order by hashtextextended(id::text, 11) limit ${LOOKED_AT}`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

/** What the model reads of the customer today. */
async function readSubject(
  db: Database,
  { companyId, plan, rule }: Company,
  customerId: string,
): Promise<FeatureRow> {
  const options = { rowSource: plan.source, plan, rowRequired: false, rule };
  const reader = await createInputReader(db, companyId, options);
  for await (const batch of readSelection(db, companyId, { customerIds: [customerId] }, rule)) {
    const row = (await reader(batch))[0]?.row ?? null;
    if (row) return row;
  }
  return { rowId: customerId, values: {}, earlier: [] };
}

async function readDated(
  db: Database,
  { companyId, rule, horizonDays }: Company,
  customerIds: readonly string[],
  features: readonly string[],
): Promise<Known[]> {
  const knownUntilMs = await withTenant(db, companyId, (tx) => readKnownUntil(tx, companyId, rule));
  const fromMs = knownUntilMs - (horizonDays + LEARNING_DAYS + 1) * DAY_MS;
  const past: Known[] = [];
  for (let from = 0; from < customerIds.length; from += CUSTOMERS_PER_READ) {
    const ids = customerIds.slice(from, from + CUSTOMERS_PER_READ);
    const read = await withTenant(db, companyId, (tx) =>
      readPasts(tx, companyId, ids, { fromMs, rule, features }),
    );
    for (const one of read) {
      for (const { index, left, leftAtMs } of closedOf(one, { rule, horizonDays, knownUntilMs })) {
        const snapshot = one.snapshots[index];
        if (!snapshot) continue;
        const { customerId } = one;
        past.push({
          customerId,
          values: snapshot.features,
          timeMs: snapshotTimeMs(snapshot),
          left,
          leftAtMs,
        });
      }
    }
  }
  return past;
}

async function readOutcomes(
  db: Database,
  { companyId, rule, currency }: Company,
  customerIds: readonly string[],
): Promise<Known[]> {
  const known: Known[] = [];
  for await (const batch of readSelection(db, companyId, { customerIds: [...customerIds] }, rule)) {
    for (const customer of batch) {
      const { hasLeft, leftAt } = leavingOf(customer, rule);
      if (hasLeft === null) continue;
      const { values } = customerFeatures(customer, currency, rule);
      const leftAtMs = leftAt?.getTime() ?? null;
      known.push({ customerId: customer.id, values, timeMs: null, left: hasLeft, leftAtMs });
    }
  }
  return known;
}

function inWords({ feature, is }: Trait, { plan, currency }: Company): AlikeCustomers["traits"][number] {
  const column = plan.columns.find(({ base }) => base === feature);
  const label = featureWords(feature, column?.label).label;
  if (column === undefined || "same" in is)
    return { feature, label, words: "same" in is ? (categoryOf(is.same) ?? "") : "" };
  return {
    feature,
    label,
    words:
      is.from === is.to
        ? evidenceFor(column, { rowId: "", values: { [feature]: is.from }, earlier: [] }, currency)
        : rangeInWords(column, [is.from, is.to], currency),
  };
}

/** Those who left first, then by when they looked so, the newest first. */
async function shown(
  db: Database,
  companyId: string,
  alike: readonly Known[],
): Promise<AlikeCustomers["customers"]> {
  const first = alike
    .toSorted((a, b) => Number(b.left) - Number(a.left) || (b.timeMs ?? 0) - (a.timeMs ?? 0))
    .slice(0, MOST_SHOWN);
  const names = await withTenant(db, companyId, (tx) =>
    readCustomerNames(
      tx,
      companyId,
      first.map(({ customerId }) => customerId),
    ),
  );
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return first.map(({ customerId, left, timeMs, leftAtMs }) => ({
    id: customerId,
    name: names.get(customerId)?.name ?? "",
    hasLeft: left,
    asOf: iso(timeMs),
    leftAt: left ? iso(leftAtMs) : null,
  }));
}
