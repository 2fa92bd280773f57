import type {
  ContactPlan,
  planRoutes,
  Recommendation,
  RiskLevelValue,
  RouteQuery,
} from "@forestay/contracts";
import { sql } from "kysely";
import { readCompanyContext, readLeftAmong, toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { leftSince } from "../results/left-since.ts";
import { readMeasuredSaves } from "./measured-saves.ts";
import { readStepEffects, readStepsTaken } from "#modules/next-steps/index.ts";
import { requireResults } from "../read-analyses.ts";
import { planOrder } from "../plan-order.ts";

const SHOWN = 100;

/** Steps of the curve from nobody to everybody. */
const CURVE_STEPS = 40;

/** One step of the curve: what is in it, and how much of that is chosen. */
interface StepRow {
  customers: number;
  leavers: number;
  cents: number;
  chosen: number;
  chosenLeavers: number;
  chosenCents: number;
}
interface ItemRow {
  customerId: string;
  fullName: string;
  email: string | null;
  churnRiskScore: number;
  churnRiskLevel: RiskLevelValue;
  probability: number;
  cents: number | null;
  recommendations: Recommendation[];
}

/**
 * Whom to contact when there is time for so many, and what is at stake among them. How many of them contacting saves is
 * the caller's assumption, with what the measured effects of their next steps say beside it; never a rate of ours.
 */
export async function readContactPlan(
  db: Database,
  companyId: string,
  analysisId: string,
  { contacts, orderBy, saveRate }: RouteQuery<typeof planRoutes.plan>,
  now: Date,
): Promise<ContactPlan> {
  const order = planOrder(orderBy);
  return withTenant(db, companyId, async (tx) => {
    const analysis = await requireResults(tx, companyId, analysisId);
    const { currency } = await readCompanyContext(tx, companyId);
    const { rows: steps } = await sql<StepRow>`
      with results as (
        -- Of another currency than the company's nothing is added to its sums.
        select probability, case when coalesce(c.currency, ${currency}) = ${currency} then coalesce(r.value_at_risk_cents, 0) else 0 end as cents,
          row_number() over (order by ${order}) as place, count(*) over () as total
        from churn_analysis_results r join customers c on c.company_id = r.company_id and c.id = r.customer_id
        where r.company_id = ${companyId} and r.analysis_id = ${analysisId}
      )
      select count(*) as customers, sum(probability) as leavers, sum(cents)::float8 as cents,
        count(*) filter (where place <= ${contacts}) as chosen,
        coalesce(sum(probability) filter (where place <= ${contacts}), 0) as "chosenLeavers",
        coalesce(sum(cents) filter (where place <= ${contacts}), 0)::float8 as "chosenCents"
      from results group by ceil(place * ${CURVE_STEPS}::float8 / total) order by min(place)`.execute(tx);
    const { rows: items } = await sql<ItemRow>`
      select r.customer_id as "customerId", coalesce(c.full_name, c.email, c.external_id) as "fullName", c.email,
        r.score as "churnRiskScore", r.level as "churnRiskLevel", r.probability, r.value_at_risk_cents as cents,
        r.recommendations
      from (
        select * from churn_analysis_results r where company_id = ${companyId} and analysis_id = ${analysisId}
        order by ${order} limit ${Math.min(contacts, SHOWN)}
      ) r join customers c on c.company_id = r.company_id and c.id = r.customer_id
      order by ${order}`.execute(tx);
    const sum = (of: (step: StepRow) => number) => steps.reduce((total, step) => total + of(step), 0);
    const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
    const major = (cents: number) => toMajorUnits(cents, currency);
    const leavers = sum((step) => step.chosenLeavers);
    const chosenCents = sum((step) => step.chosenCents);
    const value = major(chosenCents);
    const effects = await readStepEffects(tx, companyId, now);
    const taken = await readStepsTaken(
      tx,
      companyId,
      items.map(({ customerId }) => customerId),
      { scoredAt: analysis.completed_at, now },
    );
    const left = await readLeftAmong(
      tx,
      companyId,
      items.map(({ customerId }) => customerId),
      now,
    );
    return {
      currency,
      contacts: sum((step) => step.chosen),
      customers: sum((step) => step.customers),
      orderedBy: orderBy,
      expectedLeavers: leavers,
      shareOfLeavers: share(
        leavers,
        sum((step) => step.leavers),
      ),
      valueAtRisk: value,
      shareOfValueAtRisk: share(
        chosenCents,
        sum((step) => step.cents),
      ),
      expectedSaves:
        saveRate === undefined ? null : { saveRate, customers: leavers * saveRate, value: value * saveRate },
      measuredSaves: await readMeasuredSaves(
        tx,
        companyId,
        analysisId,
        { contacts, order, effects, currency },
        major,
      ),
      curve: curveOf(steps, major),
      items: items.map(({ cents, recommendations, ...item }) => {
        const since = leftSince(left, item.customerId);
        const done = taken.get(item.customerId);
        const next = recommendations.find(({ code }) => done?.codes.has(code) !== true);
        return {
          ...item,
          ...since,
          valueAtRisk: cents === null ? null : major(cents),
          // Nothing keeps who has left.
          nextStep: since.hasLeft ? null : (next?.title ?? null),
          stepTaken: since.hasLeft ? null : (done?.last ?? null),
        };
      }),
    };
  });
}

function curveOf(steps: readonly StepRow[], major: (cents: number) => number): ContactPlan["curve"] {
  const points = [{ contacts: 0, expectedLeavers: 0, valueAtRisk: 0 }];
  let [contacts, leavers, cents] = [0, 0, 0];
  for (const step of steps) {
    contacts += step.customers;
    leavers += step.leavers;
    cents += step.cents;
    points.push({ contacts, expectedLeavers: leavers, valueAtRisk: major(cents) });
  }
  return points;
}
