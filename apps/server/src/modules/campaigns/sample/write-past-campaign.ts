import { DAY_MS, HOUR_MS, type CampaignInput } from "@forestay/contracts";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { writePastMessages, type PastMessage } from "#modules/customer-mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { findCampaign } from "../campaign-rows.ts";
import { measure } from "../results/measure.ts";
import { workOut } from "../results/read-results.ts";

/** A customer of a campaign of the sample, as it would have been kept. */
export interface PastEntrant {
  customerId: string;
  arm: "sent" | "held";
  variant: "A" | "B";
  enteredAt: Date;
  /** As enrol/entry-facts.ts has them. */
  facts: readonly (number | null)[];
  yearlyValueCents: number;
}

export interface PastCampaign {
  input: CampaignInput;
  by: string;
  entrants: readonly PastEntrant[];
  /** What left, by step; whoever is held out is in none. */
  messages: readonly (PastMessage & { stepId: string })[];
  /** Place of the step in which whoever came late enough still waits; null: it has been read. */
  waitsIn: number | null;
  now: Date;
}

/** Writes a campaign that the sample company has run, or runs: what it came to is worked out as of any other. */
export async function writePastCampaign(
  tx: Tx,
  companyId: string,
  { input, by, entrants, messages, waitsIn, now }: PastCampaign,
): Promise<void> {
  const days = entrants.map(({ enteredAt }) => enteredAt.getTime());
  const startedAt = new Date(Math.min(...days));
  const lastAt = new Date(Math.max(...days));
  const readsAt = new Date(lastAt.getTime() + input.measuredDays * DAY_MS);
  const { id } = await tx
    .insertInto("campaigns")
    .values({
      company_id: companyId,
      name: input.name,
      description: input.description,
      said: JSON.stringify(input),
      trigger: input.trigger.kind,
      status: "Active",
      is_sample: true,
      assignment_key: randomBytes(32),
      expected_count: entrants.length,
      started_at: startedAt,
      enters_until: lastAt,
      reads_at: readsAt,
      looked_at: now,
      created_at: startedAt,
      created_by: by,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("campaign_versions")
    .values({
      company_id: companyId,
      campaign_id: id,
      number: 1,
      steps: JSON.stringify(input.steps),
      exit_criteria: JSON.stringify(input.exitCriteria),
      saved_by: by,
      saved_at: startedAt,
    })
    .execute();
  const wait = waitsIn === null ? undefined : input.steps[waitsIn];
  const waitMs = wait?.kind === "wait" ? wait.hours * HOUR_MS : 0;
  const rows = entrants.map(({ enteredAt, ...one }) => {
    const dueAt = new Date(enteredAt.getTime() + waitMs);
    const isWaiting = one.arm === "sent" && waitsIn !== null && dueAt > now;
    return {
      ...one,
      enteredAt,
      measuredAt: new Date(enteredAt.getTime() + input.measuredDays * DAY_MS),
      state: one.arm === "held" ? "held" : isWaiting ? "running" : "done",
      step: one.arm === "held" ? 0 : isWaiting ? waitsIn : input.steps.length,
      dueAt: isWaiting ? dueAt : null,
      waitsSince: isWaiting ? enteredAt : null,
    };
  });
  await sql`
    insert into campaign_enrolments (company_id, campaign_id, customer_id, version, arm, variant, state, step, due_at, waits_since,
      entered_at, measured_at, yearly_value_cents, entry_facts)
    select ${companyId}::uuid, ${id}::uuid, e."customerId", 1, e.arm, e.variant, e.state, e.step, e."dueAt", e."waitsSince",
      e."enteredAt", e."measuredAt", e."yearlyValueCents", e.facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e("customerId" uuid, arm text, variant text, state text, step integer,
      "dueAt" timestamptz, "waitsSince" timestamptz, "enteredAt" timestamptz, "measuredAt" timestamptz,
      "yearlyValueCents" bigint, facts real[])`.execute(tx);
  for (const step of input.steps) {
    const own = messages.filter(({ stepId }) => stepId === step.id || stepId === `${step.id}:B`);
    if (step.kind !== "email" || own.length === 0) continue;
    await sql`
      insert into campaign_step_runs (company_id, enrolment_id, step_id, campaign_id, kind, at)
      select e.company_id, e.id, ${step.id}, e.campaign_id, 'email', e.entered_at
      from campaign_enrolments e where e.company_id = ${companyId} and e.campaign_id = ${id}
        and e.customer_id = any(${own.map(({ customerId }) => customerId)}::uuid[])`.execute(tx);
    for (const [stepId, some] of Map.groupBy(own, (one) => one.stepId))
      await writePastMessages(tx, companyId, {
        source: { kind: "campaign", id, step: stepId },
        content: stepId === step.id || step.variantB === null ? step.content : step.variantB,
        messages: some,
      });
  }
  await measure(tx, companyId, { id, said: input }, now);
  if (waitsIn !== null) return;
  await tx
    .updateTable("campaigns")
    .set({ status: "Completed" })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  const final = await workOut(tx, companyId, await findCampaign(tx, companyId, id), readsAt);
  await tx
    .updateTable("campaigns")
    .set({ final: JSON.stringify(final) })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Takes the sample's campaigns back, with what was learnt from them; returns how many. */
export async function removeSampleCampaigns(tx: Tx, companyId: string): Promise<number> {
  const removed = await tx
    .deleteFrom("campaigns")
    .where("company_id", "=", companyId)
    .where("is_sample", "=", true)
    .executeTakeFirst();
  await tx.deleteFrom("campaign_uplift_models").where("company_id", "=", companyId).execute();
  await tx.deleteFrom("campaign_uplifts").where("company_id", "=", companyId).execute();
  return Number(removed.numDeletedRows);
}
