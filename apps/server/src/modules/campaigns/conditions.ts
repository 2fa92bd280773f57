import {
  campaignTriggers,
  eventCountField,
  PaymentStatus,
  RiskLevel,
  SURE_OF_HARM,
  type CampaignInput,
  type CampaignTriggerInput,
  type CriteriaNode,
} from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { compileCriteria, hasLeftSql, sqlLeavingRule, type FilterContext } from "#modules/customers/index.ts";
import { notSuppressedSql } from "#modules/customer-mail/index.ts";
import { cardEndsSql, cardSettledSql } from "#modules/recovery/index.ts";
import type { CampaignRow } from "./campaign-rows.ts";

/** How long an event counts as having just happened. */
const EVENT_DAYS = 7;

/** What a trigger asks, in the one language of rules; null: it is told by news, or by a person. */
export function triggerCriteria(trigger: CampaignTriggerInput): CriteriaNode[] | null {
  switch (trigger.kind) {
    case "Manual":
      return [];
    case "RiskRaised":
      return [{ field: "churnRiskLevel", operator: "In", value: [RiskLevel.High, RiskLevel.Critical] }];
    case "SegmentEntered":
      return [{ field: "segments", operator: "In", value: [trigger.segmentId] }];
    case "SegmentLeft":
      return null;
    case "Silent":
      return [{ field: "daysSinceActivity", operator: "GreaterThan", value: trigger.days }];
    case "RenewalDue":
      return [{ field: "renewalInDays", operator: "LessThan", value: trigger.days + 1 }];
    case "CardExpiring":
      return [];
    case "PaymentFailed":
      return [{ field: "paymentStatus", operator: "In", value: [PaymentStatus.Failed] }];
    case "EventHappened":
      return [{ field: eventCountField(trigger.event, EVENT_DAYS), operator: "GreaterThan", value: 0 }];
  }
}

/** Since when something has to have happened to count for a campaign; null: what has happened before it counts too. */
export const newsSince = ({ said, started_at }: Entering, now: Date): Date | null =>
  said.includesPresent ? null : (started_at ?? now);

/** Alias `c` of customers: what a trigger asks that no rule can say. */
function beyondRulesSql(
  trigger: CampaignTriggerInput,
  { now }: FilterContext,
  since: Date | null,
): RawBuilder<SqlBool> {
  if (trigger.kind === "CardExpiring") return cardEndsSql(now, trigger.days);
  if (trigger.kind === "EventHappened" && since !== null)
    return sql<SqlBool>`exists (select from events v join event_types t on t.company_id = v.company_id and t.id = v.type_id
      where v.company_id = c.company_id and v.customer_id = c.id and t.name = ${trigger.event} and v.occurred_at >= ${since})`;
  return sql<SqlBool>`true`;
}

/** Alias `c` of customers: meets the trigger, whatever the audience asks; of one that is told by news, nobody. */
export function triggerSql(
  trigger: CampaignTriggerInput,
  context: FilterContext,
  since: Date | null,
): RawBuilder<SqlBool> {
  const own = triggerCriteria(trigger);
  if (own === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${beyondRulesSql(trigger, context, since)} and ${compileCriteria(own, context)})`;
}

/** Alias `c` of customers: why it was last moved into or out of the campaign's segment since the start; null: it was not. */
const lastCauseSql = ({ segment_id, started_at }: Entering) => sql<string | null>`(
  select m.cause from segment_changes m where m.company_id = c.company_id and m.segment_id = ${segment_id} and m.customer_id = c.id
    and m.at >= ${started_at} order by m.at desc, m.id desc limit 1)`;

/** Alias `c` of customers: is not in the segment only because somebody changed the segment's rule since the start. */
export function movedByItselfSql(campaign: Entering): RawBuilder<SqlBool> {
  return campaign.said.trigger.kind === "SegmentEntered" && campaign.started_at !== null
    ? sql<SqlBool>`${lastCauseSql(campaign)} is distinct from 'rule'`
    : sql<SqlBool>`true`;
}

/** Alias `c` of customers: met the trigger at the start and has itself ceased to; a change of a segment's rule or a level that is not known says nothing of it. */
export function noLongerMeetsSql(
  campaign: Entering,
  context: FilterContext,
  since: Date | null,
): RawBuilder<SqlBool> {
  const { trigger } = campaign.said;
  // Whoever came in by itself after a change of the rule has come anew.
  if (trigger.kind === "SegmentEntered" && campaign.started_at !== null)
    return sql<SqlBool>`(${lastCauseSql(campaign)} is not distinct from 'customer')`;
  const ceased = sql<SqlBool>`${triggerSql(trigger, context, since)} is not true`;
  return trigger.kind === "RiskRaised"
    ? sql<SqlBool>`(c.churn_risk_level is not null and ${ceased})`
    : sql<SqlBool>`(${ceased})`;
}

/** Alias `c` of customers: has reached what a campaign is for; null: nobody does before its end. */
export function goalSql(
  { id, said }: Pick<CampaignRow, "id" | "said">,
  exitCriteria: readonly CriteriaNode[],
  context: FilterContext,
): RawBuilder<SqlBool> | null {
  const goals = [
    ...(exitCriteria.length === 0
      ? []
      : [sql<SqlBool>`${compileCriteria([...exitCriteria], context)} is true`]),
    // Nobody is told of a card that is not in use any more.
    ...(said.trigger.kind === "CardExpiring"
      ? [
          cardSettledSql(
            sql<Date>`(select e.entered_at from campaign_enrolments e
              where e.company_id = c.company_id and e.campaign_id = ${id} and e.customer_id = c.id)`,
            context.now,
            said.trigger.days,
          ),
        ]
      : []),
  ];
  return goals.length === 0 ? null : sql<SqlBool>`(${sql.join(goals, sql` or `)})`;
}

/**
 * Alias `c` of customers: who meets trigger and audience; ids besides where only news says who meets the trigger, and since
 * when an event counts (newsSince).
 */
export function meetsSql(
  companyId: string,
  said: Pick<CampaignInput, "trigger" | "audience">,
  context: FilterContext,
  ids: readonly string[] | null,
  since: Date | null = null,
): RawBuilder<SqlBool> {
  const own = triggerCriteria(said.trigger);
  const byNews = ids === null ? sql<SqlBool>`true` : sql<SqlBool>`c.id = any(${[...ids]}::uuid[])`;
  // Told by news alone: without any, nobody.
  if (own === null && ids === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`(c.company_id = ${companyId} and ${byNews}
    and ${beyondRulesSql(said.trigger, context, since)} and ${compileCriteria([...(own ?? []), ...said.audience], context)}
    and ${hasLeftSql(sqlLeavingRule(context.leaving))} is not true)`;
}

/** Alias `c` of customers: finished campaigns say that contact would drive them away. */
export const harmedSql = sql<SqlBool>`exists (select from campaign_uplifts u
  where u.company_id = c.company_id and u.customer_id = c.id and u.harm_share >= ${SURE_OF_HARM})`;

/** Why somebody who meets it all is left out, in the order in which that is told; each on alias `c`. */
export function leftOutBy(
  companyId: string,
  said: Pick<CampaignInput, "exclusions" | "leavesOutOthers" | "leavesOutHarmed" | "steps">,
  context: FilterContext,
  campaignId: string | null,
): { reason: string; condition: RawBuilder<SqlBool> }[] {
  const mails = said.steps.some(({ kind }) => kind === "email");
  const other = campaignId === null ? sql`` : sql`and e.campaign_id <> ${campaignId}`;
  return [
    ...(mails
      ? [
          { reason: "No e-mail address", condition: sql<SqlBool>`c.email is null` },
          {
            reason: "Unsubscribed or suppressed",
            condition: sql<SqlBool>`(c.email is not null and not ${notSuppressedSql("marketing")})`,
          },
        ]
      : []),
    ...(said.exclusions.length === 0
      ? []
      : [
          {
            reason: "Left out by your conditions",
            condition: sql<SqlBool>`(${compileCriteria([...said.exclusions], context)} is true)`,
          },
        ]),
    ...(said.leavesOutHarmed ? [{ reason: "Driven away by contact", condition: harmedSql }] : []),
    ...(said.leavesOutOthers
      ? [
          {
            reason: "In another campaign",
            condition: sql<SqlBool>`exists (select from campaign_enrolments e
              where e.company_id = c.company_id and e.customer_id = c.id and e.state = 'running' ${other})`,
          },
        ]
      : []),
  ];
}

/** Nobody who is left out; alias `c`. */
export function mayEnterSql(
  companyId: string,
  said: CampaignInput,
  context: FilterContext,
  campaignId: string | null,
): RawBuilder<SqlBool> {
  const reasons = leftOutBy(companyId, said, context, campaignId).map(
    ({ condition }) => sql<SqlBool>`${condition} is not true`,
  );
  return reasons.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(reasons, sql` and `)})`;
}

/** A trigger in words: 'Enters “Quiet accounts”'. */
export function triggerWords(trigger: CampaignTriggerInput, segmentName: string | undefined): string {
  const name = `“${segmentName ?? "a segment that is gone"}”`;
  if (trigger.kind === "SegmentEntered") return `Enters ${name}`;
  if (trigger.kind === "SegmentLeft") return `Leaves ${name}`;
  if (trigger.kind === "Silent") return `Silent for ${trigger.days} days`;
  if (trigger.kind === "RenewalDue") return `Renewal within ${trigger.days} days`;
  if (trigger.kind === "CardExpiring") return `Card ends within ${trigger.days} days`;
  if (trigger.kind === "EventHappened") return `“${trigger.event}” happened`;
  return campaignTriggers[trigger.kind];
}

export const segmentIdOf = (trigger: CampaignTriggerInput): string | null =>
  "segmentId" in trigger ? trigger.segmentId : null;

export type Entering = Pick<
  CampaignRow,
  "id" | "said" | "assignment_key" | "version" | "started_at" | "segment_id"
>;
