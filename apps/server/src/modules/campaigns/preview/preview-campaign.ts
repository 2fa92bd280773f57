import { DAY_MS, holdoutShares, type CampaignPreview } from "@forestay/contracts";
import { smallestEffect, suggestHoldout } from "@forestay/metrics";
import { sql, type SqlBool } from "kysely";
import { readFilterContext, type FilterContext } from "#modules/customers/index.ts";
import { addressHashSql } from "#modules/customer-mail/index.ts";
import { isChampionUndated } from "#modules/models/index.ts";
import { findPosting } from "#modules/integrations/index.ts";
import { readMovesPerWeek } from "#modules/segments/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { leftOutBy, mayEnterSql, meetsSql } from "../conditions.ts";
import { checkCampaign, type SavedInput } from "../save-campaign.ts";
import { checkStart } from "./check-start.ts";

/** The difference of kept shares that a holdout is suggested for. */
const WANTED_EFFECT = 0.04;
const DAYS_PER_WEEK = 7;

/** Who would enter a campaign now, what each holdout could show of it, and what stops its start. Throws as checkCampaign. */
export async function previewCampaign(
  tx: Tx,
  companyId: string,
  input: SavedInput,
  now: Date,
): Promise<CampaignPreview> {
  await checkCampaign(tx, companyId, input, now);
  const context = await readFilterContext(tx, companyId, now);
  const entersNow =
    input.trigger.kind === "SegmentLeft" || (!input.includesPresent && input.trigger.kind !== "Manual");
  const entering = entersNow ? null : await readAudience(tx, companyId, input, context);
  const count = entering?.count ?? 0;
  // Where nobody enters at once: of everybody whom the audience lets in.
  const read =
    entering !== null && count > 0
      ? entering
      : await readAudience(tx, companyId, { ...input, trigger: { kind: "Manual" } }, context);
  // A chance without a time says nothing of so many days.
  const isUndated = await isChampionUndated(tx, companyId);
  const keptRate = isUndated ? null : read.keptRate;
  const keptRateMissing = isUndated ? "undated" : keptRate === null ? "no_scores" : null;
  const perWeek = await readPerWeek(tx, companyId, input, now);
  const total = Math.round(count + ((perWeek ?? 0) * entryDaysOf(input)) / DAYS_PER_WEEK);
  const readsAt = new Date(now.getTime() + (entryDaysOf(input) + input.measuredDays) * DAY_MS);
  const holdouts = holdoutShares.map((share) => ({
    share,
    heldCount: Math.round(total * share),
    smallestEffect: keptRate === null ? null : smallestEffect(total, share, keptRate),
    readsAt: readsAt.toISOString(),
  }));
  return {
    entersAtStart: count,
    leftOut: await readLeftOut(tx, companyId, input, context),
    perWeek,
    keptRate,
    keptRateMissing,
    holdouts,
    suggestedShare:
      keptRate === null || total === 0
        ? null
        : suggestHoldout(total, { effect: WANTED_EFFECT, keptRate, shares: holdoutShares }).holdoutShare,
    checks: await checkStart(tx, companyId, input, {
      context,
      count,
      total,
      keptRate,
      isUndated,
      perWeek,
      shared: read.shared,
    }),
    emails: input.steps.filter(({ kind }) => kind === "email").length,
    hasChat: (await findPosting(tx, companyId)) !== null,
  };
}

/** One started by hand has everybody at once. */
export const entryDaysOf = ({ trigger, entryDays }: Pick<SavedInput, "trigger" | "entryDays">): number =>
  trigger.kind === "Manual" ? 0 : entryDays;

/** Who meets it now: how many, what share of them would be kept, and how many share an address. */
async function readAudience(tx: Tx, companyId: string, input: SavedInput, context: FilterContext) {
  const { rows } = await sql<{ count: number; kept: number | null; customers: number; addresses: number }>`
    with them as (
      select ${await keptSql(tx, companyId, input)} as kept, ${addressHashSql} as address from customers c
      where ${meetsSql(companyId, input, context, null)} and ${mayEnterSql(companyId, input, context, null)}
    )
    select all_of.*, shared.* from (select count(*)::int as count, avg(kept) as kept from them) all_of,
      (select coalesce(sum(n), 0)::int as customers, count(*)::int as addresses from (
        select count(*) as n from them where address is not null group by address having count(*) > 1) groups) shared`.execute(
    tx,
  );
  const { count = 0, kept = null, customers = 0, addresses = 0 } = rows[0] ?? {};
  return { count, keptRate: kept, shared: { customers, addresses } };
}

/** The mean of it is the mean chance of still being there after the measured days, from the scores; a chance over the horizon is spread evenly. */
async function keptSql(tx: Tx, companyId: string, { measuredDays }: SavedInput) {
  const { horizonDays } = await readScoringSettings(tx, companyId);
  return sql<number | null>`power(1 - c.churn_probability::float8, ${measuredDays / horizonDays}::float8)`;
}

async function readPerWeek(
  tx: Tx,
  companyId: string,
  { trigger }: SavedInput,
  now: Date,
): Promise<number | null> {
  if (trigger.kind === "Manual") return 0;
  if (trigger.kind !== "SegmentEntered" && trigger.kind !== "SegmentLeft") return null;
  const hasEntered = trigger.kind === "SegmentEntered";
  return readMovesPerWeek(tx, companyId, { segmentId: trigger.segmentId, hasEntered }, now);
}

/** Each counted where the ones before do not hold, so that they add up. */
async function readLeftOut(tx: Tx, companyId: string, input: SavedInput, context: FilterContext) {
  const reasons = leftOutBy(companyId, input, context, null);
  if (reasons.length === 0) return [];
  const counts = reasons.map(({ condition }, index) => {
    const before = reasons.slice(0, index).map((one) => sql<SqlBool>`${one.condition} is not true`);
    return sql`count(*) filter (where ${sql.join([...before, sql`${condition} is true`], sql` and `)})::int as ${sql.ref(`n${index}`)}`;
  });
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from customers c where ${meetsSql(companyId, input, context, null)}`.execute(
    tx,
  );
  return reasons.map(({ reason }, index) => ({ reason, count: rows[0]?.[`n${index}`] ?? 0 }));
}
