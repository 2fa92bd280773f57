import { DAY_MS, type Campaign, type campaignStart } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { EVERY_ROW, withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { zonedInstant } from "#platform/zoned-time.ts";
import { lockCampaign } from "./campaign-rows.ts";
import { readCampaign } from "./campaign-view.ts";
import { campaignNotStarted } from "./events.ts";
import { begin, lockDraft, passChecks } from "./start-campaign.ts";

type StartsOn = NonNullable<z.output<typeof campaignStart>["startsOn"]>;

const MOST_DAYS_AHEAD = 365;

/**
 * Plans the start of a draft. What stops a start now stops the plan too, so that nobody learns of it on the day alone. Throws
 * `validation_failed` for a time that is over, too far or not on the company's clocks, and as passChecks.
 */
export async function planStart(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  id: string,
  { expectedCount, startsOn }: { expectedCount: number; startsOn: StartsOn },
): Promise<Campaign> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const row = await lockDraft(tx, companyId, id);
      const { timeZone } = await readCompanySettings(tx, companyId);
      const [hours = 0, minutes = 0] = startsOn.time.split(":").map(Number);
      const startsAt = zonedInstant(startsOn.day, hours * 60 + minutes, timeZone);
      const problem =
        startsAt === null
          ? "The clocks leap over this time"
          : startsAt <= now
            ? "This time has passed"
            : startsAt.getTime() > now.getTime() + MOST_DAYS_AHEAD * DAY_MS
              ? "At most a year ahead"
              : null;
      if (problem !== null) throw new AppError("validation_failed", { fields: { startsOn: problem } });
      await passChecks(tx, companyId, { row, expectedCount, now });
      await tx
        .updateTable("campaigns")
        .set({ status: "Scheduled", starts_at: startsAt, expected_count: expectedCount })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute();
      await recordAudit(tx, user, {
        action: "campaign.scheduled",
        target: row.name,
        targetId: id,
        after: { startsAt: startsAt?.toISOString() },
      });
      return readCampaign(tx, companyId, id);
    },
    EVERY_ROW,
  );
}

const draftAgain = { status: "Draft", starts_at: null, expected_count: null } as const;

/** A draft again. Throws `invalid_state` for one whose start is not planned, or has come. */
export async function callOffStart(
  { db }: Pick<ModuleContext, "db">,
  user: CompanyUser,
  id: string,
): Promise<Campaign> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const row = await lockCampaign(tx, companyId, id);
    if (row.status !== "Scheduled")
      throw new AppError("invalid_state", { message: "No start of this campaign is planned." });
    await tx
      .updateTable("campaigns")
      .set(draftAgain)
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, user, { action: "campaign.called_off", target: row.name, targetId: id });
    return readCampaign(tx, companyId, id);
  });
}

/** Starts whose time has come, each once; one that a check stops is a draft again, and whoever runs campaigns is told why. */
export async function startDue({
  db,
  clock,
  jobs,
  events,
  signal,
  payload: { companyId },
}: JobRun<{ companyId: string }>): Promise<void> {
  const now = clock.now();
  const due = await withTenant(db, companyId, (tx) =>
    tx
      .selectFrom("campaigns")
      .select("id")
      .where("company_id", "=", companyId)
      .where("status", "=", "Scheduled")
      .where("starts_at", "<=", now)
      .orderBy("starts_at")
      .orderBy("id")
      .execute(),
  );
  for (const { id } of due) {
    signal.throwIfAborted();
    try {
      await withTenant(
        db,
        companyId,
        async (tx) => {
          const row = await lockCampaign(tx, companyId, id);
          if (row.status !== "Scheduled") return;
          const job = { job: true, companyId, askedBy: null } as const;
          await begin(tx, { clock, jobs }, job, row, row.expected_count ?? 0);
        },
        EVERY_ROW,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [field] = Object.values(error.fields ?? {});
      await withTenant(db, companyId, async (tx) => {
        const row = await lockCampaign(tx, companyId, id);
        if (row.status !== "Scheduled") return;
        await tx
          .updateTable("campaigns")
          .set(draftAgain)
          .where("company_id", "=", companyId)
          .where("id", "=", id)
          .execute();
        await events.emit(tx, campaignNotStarted, {
          companyId,
          campaignId: id,
          name: row.name,
          because: field ?? error.message,
          plannedFor: row.starts_at?.toISOString() ?? "",
        });
      });
    }
  }
}
