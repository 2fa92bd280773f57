import { DAY_MS, HOUR_MS, type CampaignStep } from "@forestay/contracts";
import { sql } from "kysely";
import {
  compileCriteria,
  hasLeftSql,
  readCustomerNames,
  sqlLeavingRule,
  type FilterContext,
} from "#modules/customers/index.ts";
import { hashAddress, readRecipients, writeMessages } from "#modules/customer-mail/index.ts";
import { postMessage } from "#modules/integrations/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { cardUnaskedSql } from "#modules/recovery/index.ts";
import { addTasksFor } from "#modules/work/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { DomainEvents } from "#platform/events/domain-events.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import type { CampaignRow, VersionSteps } from "../campaign-rows.ts";
import { goalSql } from "../conditions.ts";
import { campaignStepReached } from "../events.ts";

export interface DueEnrolment {
  id: string;
  customerId: string;
  variant: "A" | "B";
  /** Of a wait that is over. */
  waitsSince: Date | null;
}

/** Of an address's fingerprint in the key of a message: no two addresses of a campaign come out alike, and the key stays short. */
const KEY_BYTES = 16;

type Context = Pick<EventContext, "clock" | "jobs" | "config"> & { events: DomainEvents };

export interface Group {
  campaign: CampaignRow;
  by: VersionSteps;
  /** Place of the step that is due for all of them. */
  index: number;
  filter: FilterContext;
  enrolments: readonly DueEnrolment[];
}

/** Takes one step with those for whom it is due, after asking who has left or reached the goal meanwhile. */
export async function takeStep(tx: Tx, context: Context, companyId: string, group: Group): Promise<void> {
  const { by, index, filter } = group;
  const now = context.clock.now();
  const all = group.enrolments.map(({ customerId }) => customerId);
  const left = await whoMeets(tx, companyId, all, sql`${hasLeftSql(sqlLeavingRule(filter.leaving))} is true`);
  await end(tx, companyId, of(group, left), "left");
  const reached = goalSql(group.campaign, by.exitCriteria, filter);
  const goal = reached === null ? new Set<string>() : await whoMeets(tx, companyId, all, reached);
  for (const id of left) goal.delete(id);
  await end(tx, companyId, of(group, goal), "goal");
  await noteGoal(tx, companyId, of(group, goal), now);
  // Drawn by recovery after they entered: they are not asked here either.
  const unasked =
    group.campaign.said.trigger.kind === "CardExpiring"
      ? await whoMeets(tx, companyId, all, cardUnaskedSql)
      : new Set<string>();
  for (const id of [...left, ...goal]) unasked.delete(id);
  await end(tx, companyId, of(group, unasked), "done");
  const rest = group.enrolments.filter(
    ({ customerId }) => !left.has(customerId) && !goal.has(customerId) && !unasked.has(customerId),
  );
  if (rest.length === 0) return;
  const step = by.steps[index];
  if (step === undefined) return end(tx, companyId, rest, "done");
  const remaining = { ...group, enrolments: rest };
  if (step.kind === "wait") return wait(tx, companyId, remaining, step, now);
  if (step.kind === "email") await write(tx, context, companyId, remaining, step);
  if (step.kind === "task") await giveTasks(tx, context, companyId, remaining, step);
  if (step.kind === "webhook") await tellSystems(tx, context, companyId, remaining, step);
  if (step.kind === "slack") await tellChannel(tx, context, companyId, remaining, step);
  await note(tx, companyId, remaining, step, now);
  if (step.kind === "branch") return branch(tx, companyId, remaining, step, now);
  await goTo(tx, companyId, remaining, index + 1, now);
}

const of = ({ enrolments }: Group, ids: ReadonlySet<string>) =>
  enrolments.filter(({ customerId }) => ids.has(customerId));
const idsOf = (enrolments: readonly DueEnrolment[]) => sql`${enrolments.map(({ id }) => id)}::uuid[]`;

async function whoMeets(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[]) and ${condition}`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

async function end(
  tx: Tx,
  companyId: string,
  enrolments: readonly DueEnrolment[],
  state: "left" | "goal" | "done",
): Promise<void> {
  if (enrolments.length === 0) return;
  await sql`update campaign_enrolments set state = ${state}, due_at = null, waits_since = null, awaits_event = null
    where company_id = ${companyId} and id = any(${idsOf(enrolments)})`.execute(tx);
}

/** Within the measured days: what is reached after them is none of this campaign's. */
async function noteGoal(
  tx: Tx,
  companyId: string,
  enrolments: readonly DueEnrolment[],
  now: Date,
): Promise<void> {
  if (enrolments.length === 0) return;
  await sql`update campaign_enrolments set goal_at = ${now}
    where company_id = ${companyId} and id = any(${idsOf(enrolments)}) and goal_at is null and measured_at >= ${now}`.execute(
    tx,
  );
}

/** Who comes to no step any more is done at once: taken once more for that alone, the last step would cost twice. */
async function goTo(
  tx: Tx,
  companyId: string,
  { by, enrolments }: Pick<Group, "by" | "enrolments">,
  index: number,
  at: Date,
): Promise<void> {
  if (enrolments.length === 0) return;
  const isDone = by.steps[index] === undefined;
  await sql`update campaign_enrolments set step = ${index}, due_at = ${isDone ? null : at},
      state = ${isDone ? "done" : "running"}, waits_since = null, awaits_event = null
    where company_id = ${companyId} and id = any(${idsOf(enrolments)})`.execute(tx);
}

/** A wait begins, or is over: whoever is due and waits already has waited long enough. */
async function wait(
  tx: Tx,
  companyId: string,
  { by, enrolments, index }: Group,
  step: Extract<CampaignStep, { kind: "wait" }>,
  now: Date,
): Promise<void> {
  const over = enrolments.filter(({ waitsSince }) => waitsSince !== null);
  await goTo(tx, companyId, { by, enrolments: over }, index + 1, now);
  const begins = enrolments.filter(({ waitsSince }) => waitsSince === null);
  if (begins.length === 0) return;
  await sql`update campaign_enrolments set waits_since = ${now}, awaits_event = ${step.untilEvent},
      due_at = ${new Date(now.getTime() + step.hours * HOUR_MS)}
    where company_id = ${companyId} and id = any(${idsOf(begins)})`.execute(tx);
}

async function branch(
  tx: Tx,
  companyId: string,
  { by, enrolments, index, filter }: Group,
  step: Extract<CampaignStep, { kind: "branch" }>,
  now: Date,
): Promise<void> {
  const ids = enrolments.map(({ customerId }) => customerId);
  const met = await whoMeets(tx, companyId, ids, sql`${compileCriteria([...step.criteria], filter)} is true`);
  for (const [goesOn, some] of [
    [step.ifMet, enrolments.filter(({ customerId }) => met.has(customerId))],
    [step.otherwise, enrolments.filter(({ customerId }) => !met.has(customerId))],
  ] as const) {
    if (goesOn === "stop") await end(tx, companyId, some, "done");
    else await goTo(tx, companyId, { by, enrolments: some }, index + (goesOn === "skip" ? 2 : 1), now);
  }
}

async function write(
  tx: Tx,
  context: Context,
  companyId: string,
  { campaign, enrolments }: Group,
  step: Extract<CampaignStep, { kind: "email" }>,
): Promise<void> {
  const recipients = await readRecipients(
    tx,
    companyId,
    enrolments.map(({ customerId }) => customerId),
  );
  const b = step.variantB;
  for (const variant of ["A", "B"] as const) {
    if (variant === "B" && b === null) continue;
    const some = b === null ? enrolments : enrolments.filter((one) => one.variant === variant);
    await writeMessages(tx, context, companyId, {
      kind: "marketing",
      source: { kind: "campaign", id: campaign.id, step: variant === "B" ? `${step.id}:B` : step.id },
      content: variant === "B" && b !== null ? b : step.content,
      messages: some.flatMap(({ customerId }) => {
        const recipient = recipients.get(customerId);
        if (recipient?.address == null) return [];
        const { address, values, timeZone } = recipient;
        return [
          {
            customerId,
            address,
            values,
            timeZone,
            // Once for each address: two customers may share one.
            uniqueKey: `campaign:${campaign.id}:${hashAddress(address).toString("hex", 0, KEY_BYTES)}:${step.id}`,
          },
        ];
      }),
    });
  }
}

async function giveTasks(
  tx: Tx,
  context: Context,
  companyId: string,
  { campaign, enrolments }: Group,
  step: Extract<CampaignStep, { kind: "task" }>,
): Promise<void> {
  const dueAt =
    step.dueInDays === null ? null : new Date(context.clock.now().getTime() + step.dueInDays * DAY_MS);
  await addTasksFor(tx, context, companyId, {
    customerIds: enrolments.map(({ customerId }) => customerId),
    title: step.name,
    dueAt,
    by: `Campaign “${campaign.name}”`,
  });
}

/** Names in one message to a channel; the others are counted. */
const NAMED = 10;

/** One message for all who came to the step together. Where the chat was disconnected meanwhile nothing is kept of it. */
async function tellChannel(
  tx: Tx,
  context: Context,
  companyId: string,
  { campaign, enrolments }: Group,
  step: Extract<CampaignStep, { kind: "slack" }>,
): Promise<void> {
  const ids = enrolments.map(({ customerId }) => customerId);
  const names = await readCustomerNames(tx, companyId, ids.slice(0, NAMED));
  const named = [...names.values()].map(({ name }) => name);
  const more = ids.length - named.length;
  await postMessage(tx, context, {
    companyId,
    channel: step.channel,
    title: `${campaign.name}: ${step.name}`,
    text: [step.text, `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`]
      .filter((line) => line !== "")
      .join("\n"),
    link: { url: webAddress(context.config, `/app/campaigns/${campaign.id}`), label: "See the campaign" },
    // Each customer comes to a step once, so that the first names the message.
    uniqueKey: `campaign:${campaign.id}:${step.id}:${enrolments[0]?.id}`,
  });
}

/** Whoever writes webhooks listens in this transaction: what is told and that the step was taken stand or fall together. */
async function tellSystems(
  tx: Tx,
  { events }: Context,
  companyId: string,
  { campaign, enrolments }: Group,
  { id, name }: Extract<CampaignStep, { kind: "webhook" }>,
): Promise<void> {
  await events.emit(tx, campaignStepReached, {
    companyId,
    campaignId: campaign.id,
    name: campaign.name,
    stepId: id,
    stepName: name,
    customerIds: enrolments.map(({ customerId }) => customerId),
  });
}

/** Once for each customer and step, also where a version has it at another place. */
async function note(
  tx: Tx,
  companyId: string,
  { campaign, enrolments }: Group,
  step: CampaignStep,
  now: Date,
): Promise<void> {
  await sql`insert into campaign_step_runs (company_id, enrolment_id, step_id, campaign_id, kind, at)
    select ${companyId}, id, ${step.id}, ${campaign.id}, ${step.kind}, ${now} from unnest(${idsOf(enrolments)}) id
    on conflict do nothing`.execute(tx);
}
