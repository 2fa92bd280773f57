import {
  MINUTE_MS,
  type CompanyWhatIf,
  type RiskLevelValue,
  type RouteBody,
  type WhatIfFields,
  type whatIfRoutes,
} from "@forestay/contracts";
import { sql } from "kysely";
import {
  hasLeftSql,
  readCompanyContext,
  readLeavingRule,
  readSelection,
  sqlLeavingRule,
  toMajorUnits,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  buildTable,
  categoryOf,
  type FeaturePlan,
  type FeatureRow,
  type FeatureValue,
} from "#modules/features/index.ts";
import { createInputReader, yearlyValueCents } from "#modules/scoring/index.ts";
import {
  riskLevelOf,
  scoreOf,
  readScoringSettings,
  type RiskBands,
} from "#modules/scoring-settings/index.ts";
import { changeableFields, groupFields, isActionable, isGroup, withChanges } from "./actionable-fields.ts";
import { readDocument, readScoringModel, unusable } from "#modules/models/index.ts";
import type { StandbyEngine } from "#modules/engine/index.ts";

/** Customers re-scored for a change: both sides on the same ones, so that the difference is steady already here. */
const SAMPLED = 1000;
/** How long the sample and its rows serve one change after the other. */
const BASE_LIFETIME_MS = 5 * MINUTE_MS;
/** Companies whose sample is kept at once. */
const MOST_KEPT = 8;

interface Base {
  readAtMs: number;
  customers: number;
  currency: string;
  bands: RiskBands;
  rows: FeatureRow[];
  /** Level per row at its last score. */
  levels: RiskLevelValue[];
  /** Yearly value per row in major units; 0 where unknown. */
  values: number[];
  /** Probabilities as recorded: found with the first change, the same for every further one. */
  now: Float64Array | null;
}

/** Answers company-level what-ifs; keeps the sample of the last companies that asked. */
export function createCompanyWhatIf(context: Pick<ModuleContext, "db" | "clock">, whatIf: StandbyEngine) {
  const bases = new Map<string, Base>();
  const { db, clock } = context;

  return async (
    companyId: string,
    { changes, group }: RouteBody<typeof whatIfRoutes.company>,
  ): Promise<CompanyWhatIf> => {
    const model = await withTenant(db, companyId, (tx) => readScoringModel(tx, companyId));
    const changeable = new Map(model.plan.columns.filter(isActionable).map((one) => [one.base, one]));
    for (const change of changes) {
      const column = changeable.get(change.field);
      const needsNumber = column?.kind === "numeric";
      const isNumber = "percent" in change || typeof change.value === "number";
      if (!column || needsNumber !== isNumber) {
        throw new AppError("validation_failed", {
          fields: { [change.field]: column ? "Not a value of this field" : "This cannot be changed" },
        });
      }
    }
    if (group?.where && !model.plan.columns.filter(isGroup).some(({ base }) => base === group.where?.field)) {
      throw new AppError("validation_failed", {
        fields: { [group.where.field]: "No group can be picked by this" },
      });
    }
    const key = `${companyId}:${model.version}`;
    let base = bases.get(key);
    if (!base || clock.now().getTime() - base.readAtMs > BASE_LIFETIME_MS) {
      base = await readBase(context, companyId, model.plan);
      bases.delete(key);
      bases.set(key, base);
      for (const oldest of bases.keys()) {
        if (bases.size <= MOST_KEPT) break;
        bases.delete(oldest);
      }
    }
    const { rows, levels, now: known } = base;
    const isIn = rows.map((row, index) => isInGroup(group, row, levels[index]));
    // Only customers whom the change changes are scored again: who has the value already keeps the score.
    const changed = rows.flatMap((row, index) => {
      const values = newValues(row, changes);
      const differs = [...values].some(([field, value]) => value !== (row.values[field] ?? null));
      return isIn[index] && differs ? { index, row: withChanges(row, values) } : [];
    });
    const toScore = [...(known === null ? rows : []), ...changed.map(({ row }) => row)];
    const probabilities = await whatIf.use(
      key,
      () => withTenant(db, companyId, (tx) => readDocument(tx, companyId, model.version)),
      (engine) => engine.score(buildTable(model.plan, toScore)),
    );
    if (probabilities === null) throw unusable(model.version);
    const sampled = rows.length;
    base.now ??= probabilities.slice(0, sampled);
    const expected = base.now.slice();
    const scored = probabilities.subarray(known === null ? sampled : 0);
    for (const [place, { index }] of changed.entries()) expected[index] = scored[place] ?? 0;
    return {
      modelVersion: model.version,
      horizonDays: model.horizonDays,
      currency: base.currency,
      customers: base.customers,
      sampled,
      inGroup: Math.round((base.customers * isIn.filter(Boolean).length) / Math.max(1, sampled)),
      now: totals(base.now, base),
      expected: totals(expected, base),
    };
  };
}

/** What can be asked about the company's customers. Throws `invalid_state` where no model is in use. */
export async function readWhatIfFields(db: Database, companyId: string): Promise<WhatIfFields> {
  const { version, horizonDays, plan, baselines } = await withTenant(db, companyId, (tx) =>
    readScoringModel(tx, companyId),
  );
  return {
    modelVersion: version,
    horizonDays,
    fields: changeableFields(plan, baselines),
    groups: groupFields(plan, baselines),
  };
}

function isInGroup(
  group: RouteBody<typeof whatIfRoutes.company>["group"],
  row: FeatureRow,
  level: RiskLevelValue | undefined,
): boolean {
  if (group?.levels && (level === undefined || !group.levels.includes(level))) return false;
  return !group?.where || categoryOf(row.values[group.where.field] ?? null) === group.where.value;
}

function newValues(
  row: FeatureRow,
  changes: RouteBody<typeof whatIfRoutes.company>["changes"],
): Map<string, FeatureValue> {
  return new Map(
    changes.map((change) => {
      if (!("percent" in change)) return [change.field, change.value];
      const value = row.values[change.field];
      return [change.field, typeof value === "number" ? value * (1 + change.percent / 100) : (value ?? null)];
    }),
  );
}

/** Sums over the sample, carried over to all active customers in proportion. */
function totals(probabilities: Float64Array, { customers, rows, values, bands }: Base): CompanyWhatIf["now"] {
  const factor = rows.length === 0 ? 0 : customers / rows.length;
  const levels = [0, 0, 0, 0];
  let leavers = 0;
  let atRisk = 0;
  for (const [index, probability] of probabilities.entries()) {
    leavers += probability;
    atRisk += probability * (values[index] ?? 0);
    const level = riskLevelOf(scoreOf(probability), bands);
    levels[level] = (levels[level] ?? 0) + 1;
  }
  return {
    expectedLeavers: leavers * factor,
    revenueAtRisk: atRisk * factor,
    levels: levels.map((count) => Math.round(count * factor)),
  };
}

async function readBase(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  plan: FeaturePlan,
): Promise<Base> {
  const now = clock.now();
  const { rule, drawn, customers, currency, bands } = await withTenant(db, companyId, async (tx) => ({
    ...(await drawCustomers(tx, companyId, await readLeavingRule(tx, companyId, now))),
    currency: (await readCompanyContext(tx, companyId)).currency,
    bands: (await readScoringSettings(tx, companyId)).riskBands,
  }));
  const reader = await createInputReader(db, companyId, {
    rowSource: plan.source,
    plan,
    rowRequired: true,
    rule,
  });
  const rows: FeatureRow[] = [];
  const levels: RiskLevelValue[] = [];
  const values: number[] = [];
  if (drawn.size > 0) {
    for await (const batch of readSelection(db, companyId, { customerIds: [...drawn.keys()] }, rule)) {
      for (const { row, customer } of await reader(batch)) {
        if (!row) continue;
        rows.push(row);
        levels.push(drawn.get(customer.id) ?? 0);
        values.push(toMajorUnits(yearlyValueCents(customer) ?? 0, currency));
      }
    }
  }
  return { readAtMs: now.getTime(), customers, currency, bands, rows, levels, values, now: null };
}

/** The scored customers that are still there with their levels, drawn by a hash of their ids: the same ones each time. */
async function drawCustomers(
  tx: Tx,
  companyId: string,
  rule: LeavingRule,
): Promise<{ rule: LeavingRule; drawn: Map<string, RiskLevelValue>; customers: number }> {
  const { rows } = await sql<{ id: string; level: RiskLevelValue; customers: number }>`
    select c.id, c.churn_risk_level as level, count(*) over () as customers from customers c
    where c.company_id = ${companyId} and c.churn_risk_score is not null
      and ${hasLeftSql(sqlLeavingRule(rule))} is not true
    order by hashtextextended(c.id::text, 7) limit ${SAMPLED}`.execute(tx);
  return {
    rule,
    drawn: new Map(rows.map(({ id, level }) => [id, level])),
    customers: rows[0]?.customers ?? 0,
  };
}
