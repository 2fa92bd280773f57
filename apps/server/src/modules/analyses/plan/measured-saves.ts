import type { ContactPlan, StepEffect } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

type MeasuredSaves = NonNullable<ContactPlan["measuredSaves"]>;
type Measured = MeasuredSaves["keepShare"];

interface StepRow {
  code: string;
  contacts: number;
  leavers: number;
  cents: number;
}

/**
 * What contacting the first so many keeps by what was measured of their first next step: of those who would leave, the
 * share by which fewer left where the step was taken (risk difference over the rate without it, Newcombe's interval of
 * the difference). Steps are added up as if their errors went together: the interval is rather too wide than too narrow.
 * Null where no step of theirs was measured.
 */
export async function readMeasuredSaves(
  tx: Tx,
  companyId: string,
  analysisId: string,
  {
    contacts,
    order,
    effects,
    currency,
  }: { contacts: number; order: RawBuilder<unknown>; effects: readonly StepEffect[]; currency: string },
  toMajor: (cents: number) => number,
): Promise<ContactPlan["measuredSaves"]> {
  const measured = new Map(effects.flatMap((effect) => (keepShareOf(effect) ? [[effect.code, effect]] : [])));
  if (measured.size === 0) return null;
  const { rows } = await sql<StepRow>`
    select code, count(*)::int as contacts, sum(probability) as leavers, sum(cents)::float8 as cents from (
      select r.recommendations -> 0 ->> 'code' as code, r.probability,
        case when coalesce(c.currency, ${currency}) = ${currency} then coalesce(r.value_at_risk_cents, 0) else 0 end as cents
      from churn_analysis_results r join customers c on c.company_id = r.company_id and c.id = r.customer_id
      where r.company_id = ${companyId} and r.analysis_id = ${analysisId}
      order by ${order} limit ${contacts}
    ) chosen where code = any(${[...measured.keys()]}) group by code order by count(*) desc, code`.execute(
    tx,
  );
  const nothing: Measured = { value: 0, lower: 0, upper: 0 };
  let [customers, value, leavers] = [nothing, nothing, 0];
  const steps: MeasuredSaves["steps"] = [];
  for (const row of rows) {
    const effect = measured.get(row.code);
    const keep = effect && keepShareOf(effect);
    if (!effect || !keep) continue;
    customers = plus(customers, keep, row.leavers);
    value = plus(value, keep, toMajor(row.cents));
    leavers += row.leavers;
    steps.push({ code: row.code, title: effect.title, contacts: row.contacts });
  }
  if (leavers === 0) return null;
  return {
    contacts: steps.reduce((sum, step) => sum + step.contacts, 0),
    expectedLeavers: leavers,
    keepShare: plus(nothing, customers, 1 / leavers),
    customers,
    value,
    steps,
  };
}

/** Of those who would leave, the share that stays where the step is taken. */
function keepShareOf({ measured }: StepEffect): Measured | null {
  if (measured === null || measured.leftOthers <= 0) return null;
  const { difference, leftOthers } = measured;
  const share = (points: number | null) => (points === null ? null : Math.min(1, -points / leftOthers));
  return {
    value: share(difference.value) ?? 0,
    // Fewer left is more kept: the ends change places.
    lower: share(difference.upper),
    upper: share(difference.lower),
  };
}

function plus(sum: Measured, share: Measured, weight: number): Measured {
  const end = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b * weight);
  return {
    value: sum.value + share.value * weight,
    lower: end(sum.lower, share.lower),
    upper: end(sum.upper, share.upper),
  };
}
