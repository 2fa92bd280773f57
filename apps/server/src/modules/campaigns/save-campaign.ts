import { randomBytes } from "node:crypto";
import {
  GROWTH_ASKED_AGAIN,
  type Campaign,
  type campaignInput,
  type campaignUpdate,
} from "@forestay/contracts";

import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { checkRule } from "#modules/segments/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockCampaign, findCampaign, rulesOf } from "./campaign-rows.ts";
import { readCampaign } from "./campaign-view.ts";
import { segmentIdOf } from "./conditions.ts";

type Context = Pick<ModuleContext, "db" | "clock">;
export type SavedInput = z.output<typeof campaignInput>;

/** Throws `validation_failed` for a rule that nobody could have meant, and for a step that leads nowhere. */
export async function checkCampaign(tx: Tx, companyId: string, input: SavedInput, now: Date): Promise<void> {
  for (const { root, criteria } of rulesOf(input))
    try {
      await checkRule(tx, companyId, criteria, now);
    } catch (error) {
      if (!(error instanceof AppError) || error.fields === undefined) throw error;
      const [message = "This rule needs attention"] = Object.values(error.fields);
      throw new AppError("validation_failed", { fields: { [root]: message } });
    }
}

const columnsOf = (input: SavedInput) => ({
  name: input.name,
  description: input.description,
  said: JSON.stringify(input),
  trigger: input.trigger.kind,
  segment_id: segmentIdOf(input.trigger),
});

async function keepVersion(
  tx: Tx,
  user: CompanyUser,
  { id, number, input, now }: { id: string; number: number; input: SavedInput; now: Date },
): Promise<void> {
  const said = { steps: JSON.stringify(input.steps), exit_criteria: JSON.stringify(input.exitCriteria) };
  await tx
    .insertInto("campaign_versions")
    .values({
      company_id: user.companyId,
      campaign_id: id,
      number,
      ...said,
      saved_at: now,
      ...actorColumns("saved_by", user),
    })
    .onConflict((conflict) =>
      conflict.columns(["company_id", "campaign_id", "number"]).doUpdateSet({ ...said, saved_at: now }),
    )
    .execute();
}

/** A draft. Throws as checkCampaign. */
export async function createCampaign(
  { db, clock }: Context,
  user: CompanyUser,
  input: SavedInput,
): Promise<Campaign> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    await checkCampaign(tx, companyId, input, now);
    const { id } = await tx
      .insertInto("campaigns")
      .values({
        company_id: companyId,
        ...columnsOf(input),
        status: "Draft",
        assignment_key: randomBytes(32),
        created_at: now,
        ...actorColumns("created_by", user),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await keepVersion(tx, user, { id, number: 1, input, now });
    await recordAudit(tx, user, { action: "campaign.created", target: input.name, targetId: id });
    return readCampaign(tx, companyId, id, now);
  });
}

/** What may not change once somebody was drawn: the comparison would be of two things. */
const fixed = ["trigger", "holdoutShare", "measuredDays", "entryDays", "includesPresent"] as const;

/**
 * Changes a campaign. Of one that runs, who is in the middle of it goes on with the version they entered by. Throws `conflict`
 * where somebody saved meanwhile, `invalid_state` for what may not change any more, and as checkCampaign.
 */
export async function updateCampaign(
  { db, clock }: Context,
  user: CompanyUser,
  id: string,
  { version, ...input }: z.output<typeof campaignUpdate>,
): Promise<Campaign> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const before = await lockCampaign(tx, companyId, id);
    if (before.version !== version)
      throw new AppError("conflict", {
        message:
          "Somebody changed this campaign meanwhile. Their version is kept; look at it before you save yours.",
      });
    if (before.status === "Completed" || before.status === "Archived")
      throw new AppError("invalid_state", {
        message: "This campaign is over. Duplicate it to send it again.",
      });
    if (before.status === "Scheduled")
      throw new AppError("invalid_state", {
        message: "This campaign starts by itself. Call its start off to change it.",
      });
    await checkCampaign(tx, companyId, input, now);
    const isDraft = before.status === "Draft";
    if (!isDraft) {
      const changed = fixed.find((key) => JSON.stringify(before.said[key]) !== JSON.stringify(input[key]));
      if (changed !== undefined)
        throw new AppError("invalid_state", {
          message:
            "Trigger, holdout and measured days stay as they are once somebody was drawn. Duplicate the campaign to try others.",
        });
    }
    const number = isDraft ? before.version : before.version + 1;
    await tx
      .updateTable("campaigns")
      .set({ ...columnsOf(input), version: number })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    await keepVersion(tx, user, { id, number, input, now });
    await recordAudit(tx, user, { action: "campaign.changed", target: input.name, targetId: id });
    return readCampaign(tx, companyId, id, now);
  });
}

/** A draft that says the same, with a draw of its own. */
export async function duplicateCampaign(context: Context, user: CompanyUser, id: string): Promise<Campaign> {
  const row = await withTenant(context.db, user.companyId, (tx) => findCampaign(tx, user.companyId, id));
  return createCampaign(context, user, { ...row.said, name: `${row.name.slice(0, 90)} copy` } as SavedInput);
}

/** Throws `invalid_state` for one that ran: what it did stays known. */
export async function removeCampaign({ db }: Context, user: CompanyUser, id: string): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await lockCampaign(tx, companyId, id);
    if (row.status !== "Draft")
      throw new AppError("invalid_state", {
        message: "Only a draft is deleted. Archive this campaign instead.",
      });
    await tx.deleteFrom("campaigns").where("company_id", "=", companyId).where("id", "=", id).execute();
    await recordAudit(tx, user, { action: "campaign.deleted", target: row.name, targetId: id });
  });
}

/** Whether a number of customers is far beyond what a person saw. */
export const hasGrown = (count: number, expected: number): boolean =>
  count > GROWTH_ASKED_AGAIN * Math.max(1, expected);
