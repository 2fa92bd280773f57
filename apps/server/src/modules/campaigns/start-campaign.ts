import { DAY_MS, type Campaign, type CampaignPreview } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import type { Actor } from "#modules/companies/index.ts";
import { cancelMessages, holdMessages, releaseMessages } from "#modules/customer-mail/index.ts";
import { readFilterContext } from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockCampaign, type CampaignRow } from "./campaign-rows.ts";
import { readCampaign } from "./campaign-view.ts";
import { drawsLater } from "./enrol/draw-later.ts";
import { drawQueue } from "./enrol/draw-queue.ts";
import { countEntering, enrolCustomers, forgetPresent } from "./enrol/enrol-customers.ts";
import { readNews } from "./enrol/read-news.ts";
import { entryDaysOf, previewCampaign } from "./preview/preview-campaign.ts";
import { hasGrown, type SavedInput } from "./save-campaign.ts";
import { stepQueue } from "./steps/step-queue.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "jobs">;

const update = (tx: Tx, companyId: string, id: string) =>
  tx.updateTable("campaigns").where("company_id", "=", companyId).where("id", "=", id);
const takeSteps = (tx: Tx, jobs: Context["jobs"], companyId: string) =>
  jobs.enqueue(tx, stepQueue, { companyId }, { singletonKey: companyId, groupKey: companyId });

/**
 * Starts a draft: who meets it is drawn, and those who are not held out begin; of many customers after the start, a part at a time. Throws `invalid_state` where a check stops it,
 * or where the audience is ten times what the person saw.
 */
export async function startCampaign(
  { db, clock, jobs }: Context,
  user: CompanyUser,
  id: string,
  expectedCount: number,
): Promise<Campaign> {
  const { companyId } = user;
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const row = await lockDraft(tx, companyId, id);
      await begin(tx, { clock, jobs }, user, row, expectedCount);
      return readCampaign(tx, companyId, id, clock.now());
    },
    EVERY_ROW,
  );
}

/** Throws `invalid_state` for one that was started or planned already. */
export async function lockDraft(tx: Tx, companyId: string, id: string): Promise<CampaignRow> {
  const row = await lockCampaign(tx, companyId, id);
  if (row.status === "Draft") return row;
  throw new AppError("invalid_state", {
    message:
      row.status === "Scheduled"
        ? "The start of this campaign is planned already."
        : "This campaign was started already.",
  });
}

/** What stops a start is the same whenever it is asked. Throws `invalid_state` and as checkCampaign. */
export async function passChecks(
  tx: Tx,
  companyId: string,
  { row, expectedCount, now }: { row: CampaignRow; expectedCount: number; now: Date },
): Promise<CampaignPreview> {
  const preview = await previewCampaign(tx, companyId, row.said as SavedInput, now);
  const stop = preview.checks.find(({ state }) => state === "stops");
  if (stop !== undefined) {
    const names = stop.customers.map(({ name }) => name).join(", ");
    throw new AppError("invalid_state", {
      message: `${stop.title}. ${stop.detail}${names === "" ? "" : ` Among them ${names}.`}`,
    });
  }
  if (hasGrown(preview.entersAtStart, expectedCount))
    throw new AppError("invalid_state", {
      message: `${preview.entersAtStart} customers would enter now; you saw ${expectedCount}. Look at the audience again, and start it then.`,
    });
  return preview;
}

/** Draws and begins in the caller's transaction, which holds the row. Throws as passChecks. */
export async function begin(
  tx: Tx,
  { clock, jobs }: Pick<Context, "clock" | "jobs">,
  actor: Actor & { companyId: string },
  row: CampaignRow,
  expectedCount: number,
): Promise<void> {
  const { companyId } = actor;
  const { id } = row;
  const now = clock.now();
  const input = row.said as SavedInput;
  const preview = await passChecks(tx, companyId, { row, expectedCount, now });
  const context = await readFilterContext(tx, companyId, now);
  const isTold = input.trigger.kind === "SegmentLeft";
  const isLater = !isTold && (await drawsLater(tx, companyId));
  if (isLater) await jobs.enqueue(tx, drawQueue, { companyId, campaignId: id });
  if (!isTold && !isLater)
    await enrolCustomers(tx, companyId, row, {
      context,
      now,
      ids: null,
      asPresent: input.trigger.kind !== "Manual" && !input.includesPresent,
    });
  const entryMs = entryDaysOf(input) * DAY_MS;
  const perDay = (preview.perWeek ?? 0) / 7;
  await update(tx, companyId, id)
    .set({
      status: "Active",
      starts_at: null,
      started_at: now,
      looked_at: now,
      draws_since: isLater ? now : null,
      expected_count: Math.max(1, Math.round(preview.entersAtStart + perDay * entryDaysOf(input))),
      enters_until: new Date(now.getTime() + entryMs),
      reads_at: new Date(now.getTime() + entryMs + input.measuredDays * DAY_MS),
    })
    .execute();
  await recordAudit(tx, actor, {
    action: "campaign.started",
    target: row.name,
    targetId: id,
    after: { customers: preview.entersAtStart, holdout: input.holdoutShare },
  });
  await takeSteps(tx, jobs, companyId);
}

/** Nothing leaves any more from the moment this commits, but for what is on its way to the mail server. Twice is once. */
export async function pauseCampaign(
  { db, clock }: Context,
  user: CompanyUser,
  id: string,
): Promise<Campaign> {
  const { companyId } = user;
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const row = await lockCampaign(tx, companyId, id);
      if (row.status !== "Active")
        throw new AppError("invalid_state", { message: "This campaign does not run." });
      await holdCampaign(tx, companyId, id, null);
      await recordAudit(tx, user, { action: "campaign.paused", target: row.name, targetId: id });
      return readCampaign(tx, companyId, id, clock.now());
    },
    EVERY_ROW,
  );
}

/** Pauses in the caller's transaction; with a reason where no person did it. */
export async function holdCampaign(
  tx: Tx,
  companyId: string,
  id: string,
  because: string | null,
): Promise<void> {
  await update(tx, companyId, id).set({ status: "Paused", paused_because: because }).execute();
  await holdMessages(tx, companyId, { kind: "campaign", id });
}

/** Goes on where it was paused; whoever would enter now was looked at by a person. */
export async function resumeCampaign(
  { db, clock, jobs }: Context,
  user: CompanyUser,
  id: string,
): Promise<Campaign> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const row = await lockCampaign(tx, companyId, id);
      if (row.status !== "Paused")
        throw new AppError("invalid_state", { message: "This campaign is not paused." });
      const context = await readFilterContext(tx, companyId, now);
      await forgetPresent(tx, companyId, row, { context, now });
      const ids = await readNews(tx, companyId, row);
      const entering = await countEntering(tx, companyId, row, { context, now, ids });
      await update(tx, companyId, id)
        .set({
          status: "Active",
          paused_because: null,
          expected_count: Math.max(
            row.expected_count ?? 1,
            entering + (await countEntered(tx, companyId, id)),
          ),
        })
        .execute();
      await releaseMessages(tx, { clock, jobs }, companyId, { kind: "campaign", id });
      await recordAudit(tx, user, { action: "campaign.resumed", target: row.name, targetId: id });
      await takeSteps(tx, jobs, companyId);
      return readCampaign(tx, companyId, id, now);
    },
    EVERY_ROW,
  );
}

/** How many were drawn. */
export async function countEntered(tx: Tx, companyId: string, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom("campaign_enrolments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("campaign_id", "=", id)
    .where("arm", "in", ["sent", "held"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Out of the list; one that runs ends, and what waits is not sent. */
export async function archiveCampaign(
  { db, clock }: Context,
  user: CompanyUser,
  id: string,
): Promise<Campaign> {
  const { companyId } = user;
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const row = await lockCampaign(tx, companyId, id);
      if (row.status === "Archived")
        throw new AppError("invalid_state", { message: "This campaign is archived already." });
      await update(tx, companyId, id)
        .set({ status: "Archived", paused_because: null, starts_at: null })
        .execute();
      await endEnrolments(tx, companyId, id);
      await cancelMessages(tx, companyId, { kind: "campaign", id }, "The campaign was archived.");
      await recordAudit(tx, user, { action: "campaign.archived", target: row.name, targetId: id });
      return readCampaign(tx, companyId, id, clock.now());
    },
    EVERY_ROW,
  );
}

/** Nobody gets anything more. */
export async function endEnrolments(tx: Tx, companyId: string, id: CampaignRow["id"]): Promise<void> {
  await tx
    .updateTable("campaign_enrolments")
    .set({ state: "ended", due_at: null })
    .where("company_id", "=", companyId)
    .where("campaign_id", "=", id)
    .where("state", "=", "running")
    .execute();
}
