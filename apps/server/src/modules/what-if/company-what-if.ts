import {
  type CompanyWhatIf,
  type RiskLevelValue,
  type RouteBody,
  type WhatIfFields,
  type whatIfRoutes,
} from "@forestay/contracts";
import { findLastCompleted } from "#modules/analyses/index.ts";
import { readCompanyContext, readLeavingRule, toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  buildTable,
  categoryOf,
  type FeaturePlan,
  type FeatureRow,
  type FeatureValue,
} from "#modules/features/index.ts";
import { readStoredTotals, yearlyValueCents, type StoredTotals } from "#modules/scoring/index.ts";
import {
  riskLevelOf,
  scoreOf,
  readScoringSettings,
  type RiskBands,
} from "#modules/scoring-settings/index.ts";
import { changeableFields, groupFields, isActionable, isGroup, withChanges } from "./actionable-fields.ts";
import { drawSample } from "./draw-sample.ts";
import { createKept } from "./kept.ts";
import { readDocument, readScoringModel, unusable } from "#modules/models/index.ts";
import type { StandbyEngine } from "#modules/engine/index.ts";

/** Customers re-scored for a change: both sides on the same ones, so that the difference is steady already here. */
const SAMPLED = 1000;
/** Half width of a normal 95% interval in standard errors. */
const Z_95 = 1.96;

interface Base {
  /** What all customers were last scored, as every other screen has it. */
  stored: StoredTotals;
  currency: string;
  bands: RiskBands;
  rows: FeatureRow[];
  /** Level per row at its last score. */
  levels: RiskLevelValue[];
  /** Yearly value per row in major units; 0 where unknown. */
  values: number[];
  /** Probabilities of the sample as recorded: found with the first change, the same for every further one. */
  now: Float64Array | null;
}

/**
 * Answers company-level what-ifs; keeps the sample of the last companies that asked. Now is what all were last scored; a
 * change adds to it the difference that it makes to a sample, carried over to all.
 */
export function createCompanyWhatIf(
  context: Pick<ModuleContext, "db" | "clock">,
  whatIf: StandbyEngine,
  { sampled: mostSampled = SAMPLED } = {},
) {
  const { db } = context;
  const kept = createKept<Base>(context.clock);

  return async (
    companyId: string,
    { changes, group }: RouteBody<typeof whatIfRoutes.company>,
  ): Promise<CompanyWhatIf> => {
    const { model, lastRun } = await withTenant(db, companyId, async (tx) => ({
      model: await readScoringModel(tx, companyId),
      lastRun: await findLastCompleted(tx, companyId),
    }));
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
    const engineKey = `${companyId}:${model.version}`;
    // A run that ended since has given other scores.
    const key = `${engineKey}:${lastRun}`;
    const base = await kept(key, () => readBase(context, companyId, model.plan, mostSampled));
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
      engineKey,
      () => withTenant(db, companyId, (tx) => readDocument(tx, companyId, model.version)),
      (engine) => engine.score(buildTable(model.plan, toScore)),
    );
    if (probabilities === null) throw unusable(model.version);
    const sampled = rows.length;
    base.now ??= probabilities.slice(0, sampled);
    const expected = base.now.slice();
    const scored = probabilities.subarray(known === null ? sampled : 0);
    for (const [place, { index }] of changed.entries()) expected[index] = scored[place] ?? 0;
    const { stored, currency } = base;
    return {
      modelVersion: model.version,
      horizonDays: model.horizonDays,
      currency,
      customers: stored.customers,
      sampled,
      inGroup: Math.round((stored.customers * isIn.filter(Boolean).length) / Math.max(1, sampled)),
      now: {
        expectedLeavers: stored.expectedLeavers,
        revenueAtRisk: toMajorUnits(stored.atRiskCents, currency),
        levels: stored.levels,
      },
      expected: withDifference(base, base.now, expected),
    };
  };
}

/** What can be asked about the company's customers. Throws `invalid_state` where no model is in use. */
export async function readWhatIfFields(db: Database, companyId: string): Promise<WhatIfFields> {
  const { version, horizonDays, isUndated, plan, baselines } = await withTenant(db, companyId, (tx) =>
    readScoringModel(tx, companyId),
  );
  return {
    modelVersion: version,
    horizonDays,
    isUndated,
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

/**
 * The stored totals with what the change does to the sample, carried over to all in proportion. The margins are those of a
 * sum over a simple random sample without replacement (Cochran, Sampling Techniques, 3rd ed., 2.15): 0 where it is everyone.
 */
function withDifference(
  { stored, rows, values, bands, currency }: Base,
  now: Float64Array,
  expected: Float64Array,
): CompanyWhatIf["expected"] {
  const sampled = rows.length;
  const factor = sampled === 0 ? 0 : stored.customers / sampled;
  const leavers = createSum();
  const revenue = createSum();
  const levels = [0, 0, 0, 0];
  const levelOf = (probability: number) => riskLevelOf(scoreOf(probability), bands);
  for (const [index, probability] of expected.entries()) {
    const before = now[index] ?? probability;
    const change = probability - before;
    leavers.add(change);
    revenue.add(change * (values[index] ?? 0));
    levels[levelOf(probability)]! += 1;
    levels[levelOf(before)]! -= 1;
  }
  const margin = (sum: ReturnType<typeof createSum>) =>
    Z_95 *
    stored.customers *
    Math.sqrt(
      (Math.max(0, 1 - sampled / Math.max(1, stored.customers)) * sum.variance()) / Math.max(1, sampled),
    );
  return {
    expectedLeavers: Math.max(0, stored.expectedLeavers + factor * leavers.total()),
    revenueAtRisk: Math.max(0, toMajorUnits(stored.atRiskCents, currency) + factor * revenue.total()),
    levels: stored.levels.map((count, level) =>
      Math.max(0, Math.round(count + factor * (levels[level] ?? 0))),
    ),
    expectedLeaversMargin: margin(leavers),
    revenueAtRiskMargin: margin(revenue),
  };
}

/** A sum with the variance of its terms. */
function createSum() {
  let [count, sum, squares] = [0, 0, 0];
  return {
    add(value: number) {
      count++;
      sum += value;
      squares += value * value;
    },
    total: () => sum,
    variance: () => (count < 2 ? 0 : Math.max(0, (squares - (sum * sum) / count) / (count - 1))),
  };
}

async function readBase(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  plan: FeaturePlan,
  mostSampled: number,
): Promise<Base> {
  const now = clock.now();
  const { rule, stored, currency, bands } = await withTenant(db, companyId, async (tx) => {
    const leaving = await readLeavingRule(tx, companyId, now);
    return {
      rule: leaving,
      stored: await readStoredTotals(tx, companyId, leaving),
      currency: (await readCompanyContext(tx, companyId)).currency,
      bands: (await readScoringSettings(tx, companyId)).riskBands,
    };
  });
  const sample = await drawSample(db, companyId, { plan, rule, most: mostSampled });
  return {
    stored,
    currency,
    bands,
    rows: sample.map(({ row }) => row),
    levels: sample.map(({ level }) => level),
    // Of another currency nothing is added to the company's, as in the totals.
    values: sample.map(({ customer }) =>
      (customer.currency ?? currency) === currency
        ? toMajorUnits(yearlyValueCents(customer) ?? 0, currency)
        : 0,
    ),
    now: null,
  };
}
