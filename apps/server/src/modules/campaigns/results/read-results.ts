import { DAY_SECONDS } from "@forestay/contracts";
import type { CampaignResults, CampaignStep } from "@forestay/contracts";
import { campaignUplift, kaplanMeier } from "@forestay/metrics";
import { sql } from "kysely";
import { readCompanySettings } from "#modules/companies/index.ts";
import { toMajorUnits } from "#modules/customers/index.ts";
import { readMessageFigures } from "#modules/customer-mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { findCampaign, listVersions, type CampaignRow, type VersionSteps } from "../campaign-rows.ts";
import { readArms } from "./read-arms.ts";
import { judge, intervalOf, type Judged } from "./verdict.ts";
import { sayVerdict } from "./verdict-words.ts";

/** What a campaign changed. Of one that is over: what it came to on the day it was read. */
export async function readResults(
  tx: Tx,
  companyId: string,
  id: string,
  now: Date,
): Promise<CampaignResults> {
  const row = await findCampaign(tx, companyId, id);
  if (row.final !== null) return row.final as unknown as CampaignResults;
  return workOut(tx, companyId, row, now);
}

/** The same as of now, whatever was kept. */
export async function workOut(
  tx: Tx,
  companyId: string,
  row: CampaignRow,
  now: Date,
): Promise<CampaignResults> {
  const { currency } = await readCompanySettings(tx, companyId);
  const arms = await readArms(tx, companyId, row);
  const judged = judge(row, arms, currency);
  const figures = await readMessageFigures(tx, companyId, { kind: "campaign", id: row.id });
  const reached = await readReached(tx, companyId, row.id);
  const steps = stepsOfAll(await listVersions(tx, companyId, row.id), (id) => reached.has(id));
  const clicked = await readClickers(tx, companyId, row.id);
  const tasks = [...reached.values()].reduce((sum, one) => sum + (one.kind === "task" ? one.count : 0), 0);
  const { perThousandMessages, perTask, perOffer, offerTakenBy } = row.said.costs;
  const messageCost = (figures.messages * perThousandMessages) / 1000;
  const taskCost = tasks * perTask;
  const offers = perOffer === 0 ? 0 : offerTakenBy === "goal" ? arms.converted : figures.customers.sent;
  const offerCost = offers * perOffer;
  const heldRate = arms.held.measured === 0 ? null : arms.held.kept / arms.held.measured;
  const mails = steps.flatMap((step) => (step.kind === "email" ? [step] : []));
  const hasVariants = mails.some(({ variantB }) => variantB !== null);
  return {
    asOf: now.toISOString(),
    isFinal: judged.isFinal,
    readsAt: row.reads_at?.toISOString() ?? null,
    finding: judged.finding,
    ...sayVerdict(row, arms, judged),
    sent: arms.sent,
    held: arms.held,
    uplift: judged.uplift,
    alwaysValid: judged.alwaysValid,
    keptMore: judged.keptMore,
    currency,
    meanYearlyValue: arms.meanYearlyCents === null ? null : toMajorUnits(arms.meanYearlyCents, currency),
    revenue: judged.revenue,
    costs: { messages: figures.messages, messageCost, tasks, taskCost, offers, offerCost },
    netValue: less(judged.revenue, messageCost + taskCost + offerCost),
    curves: await readCurves(tx, companyId, row, now),
    funnel: {
      drawn: arms.sent.customers,
      converted: arms.converted,
      // Of one that was started before they were counted, only some are known.
      heldConverted: row.counts_goals_alike ? arms.heldConverted : null,
      ...figures.customers,
    },
    clickers: { ...clicked, anyway: heldRate === null ? null : heldRate * clicked.measured },
    steps: steps.map(({ id, name, kind, isOlder }) => {
      const sent = figures.steps.filter((one) => one.step === id || one.step === `${id}:B`);
      const sum = (pick: (one: (typeof sent)[number]) => number) =>
        sent.reduce((all, one) => all + pick(one), 0);
      return {
        id,
        name,
        kind,
        isOlder,
        reached: reached.get(id)?.count ?? 0,
        sent: sum((one) => one.sent),
        clicked: sum((one) => one.clicked),
        unsubscribed: sum((one) => one.unsubscribed),
      };
    }),
    variants: hasVariants
      ? (["A", "B"] as const).map((key) => ({
          key,
          ...arms.variants[key],
          clicked: figures.steps
            .filter(({ step }) =>
              mails.some(({ id, variantB }) => variantB !== null && step === (key === "A" ? id : `${id}:B`)),
            )
            .reduce((all, one) => all + one.clicked, 0),
          // Before the planned day nothing that is safe to look at is known of them: the interval for daily looks is of the whole.
          againstHeld: judged.isFinal ? compare(arms.variants[key], arms.held) : null,
        }))
      : [],
    variantDifference: hasVariants && judged.isFinal ? compare(arms.variants.B, arms.variants.A) : null,
  };
}

/** The newest version's steps, then those of older ones that somebody came to and that are none of it any more. */
function stepsOfAll(
  versions: readonly VersionSteps[],
  isReached: (id: string) => boolean,
): (CampaignStep & { isOlder: boolean })[] {
  const known = new Map<string, CampaignStep & { isOlder: boolean }>();
  for (const [index, { steps }] of versions.entries())
    for (const step of steps)
      if (!known.has(step.id) && (index === 0 || isReached(step.id)))
        known.set(step.id, { ...step, isOlder: index > 0 });
  return [...known.values()];
}

const compare = (a: { measured: number; kept: number }, b: { measured: number; kept: number }) =>
  intervalOf(
    campaignUplift({ customers: a.measured, retained: a.kept }, { customers: b.measured, retained: b.kept }),
  );

const less = (of: Judged["revenue"], cost: number): Judged["revenue"] =>
  of === null ? null : { value: of.value - cost, low: of.low - cost, high: of.high - cost };

async function readReached(tx: Tx, companyId: string, id: string) {
  const { rows } = await sql<{ step_id: string; kind: string; count: number }>`
    select step_id, kind, count(*)::int as count from campaign_step_runs
    where company_id = ${companyId} and campaign_id = ${id} group by step_id, kind`.execute(tx);
  return new Map(rows.map(({ step_id, ...one }) => [step_id, one]));
}

/** Of those who clicked, who stayed: what clicks alone would have claimed. */
async function readClickers(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<{ measured: number; kept: number }> {
  const { rows } = await sql<{ measured: number; kept: number }>`
    select count(stayed)::int as measured, count(*) filter (where stayed)::int as kept from campaign_enrolments e
    where e.company_id = ${companyId} and e.campaign_id = ${id} and e.arm = 'sent'
      and exists (select from customer_messages m where m.company_id = e.company_id and m.customer_id = e.customer_id
        and m.source_kind = 'campaign' and m.source_id = e.campaign_id and m.clicked_at is not null)`.execute(
    tx,
  );
  return rows[0] ?? { measured: 0, kept: 0 };
}

/** Share still there by day since entering, with 95 % bands: Kaplan-Meier, those who are not there yet counted as long as they are. */
async function readCurves(
  tx: Tx,
  companyId: string,
  row: CampaignRow,
  now: Date,
): Promise<CampaignResults["curves"]> {
  const { rows } = await sql<{ arm: "sent" | "held"; days: number; event: number; customers: number }>`
    select arm, floor(extract(epoch from least(left_at, measured_at, ${now}::timestamptz) - entered_at) / ${sql.lit(DAY_SECONDS)})::int as days,
      (left_at is not null and left_at <= least(measured_at, ${now}::timestamptz))::int as event, count(*)::int as customers
    from campaign_enrolments where company_id = ${companyId} and campaign_id = ${row.id} and arm in ('sent', 'held')
    group by 1, 2, 3`.execute(tx);
  const curve = (arm: "sent" | "held") => {
    const own = rows.filter((one) => one.arm === arm && one.days >= 0);
    if (own.length === 0) return [];
    const { points } = kaplanMeier({
      durations: own.map(({ days }) => days),
      events: own.map(({ event }) => event),
      weights: own.map(({ customers }) => customers),
    });
    return [
      { day: 0, share: 1, low: 1, high: 1 },
      ...points.map(({ time, survival, low, high }) => ({
        day: Math.round(time),
        share: survival,
        low,
        high,
      })),
    ];
  };
  return { sent: curve("sent"), held: curve("held") };
}
