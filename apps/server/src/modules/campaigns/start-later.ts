import { DAY_MS, type Campaign, type campaignStart } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { zonedInstant } from "#platform/zoned-time.ts";
import { lockCampaign, type CampaignRow } from "./campaign-rows.ts";
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
      return readCampaign(tx, companyId, id, now);
    },
    EVERY_ROW,
  );
}

const draftAgain = { status: "Draft", starts_at: null, expected_count: null } as const;

/** A draft again. Throws `invalid_state` for one whose start is not planned, or has come. */
export async function callOffStart(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
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
    return readCampaign(tx, companyId, id, clock.now());
  });
}

type Run = JobRun<{ companyId: string }>;

/**
 * Starts whose time has come, each once; one that a check stops is a draft again, and whoever runs campaigns is told why. One that
 * fails otherwise is tried again by the next run: returns what stopped those.
 */
export async function startDue(run: Run): Promise<unknown[]> {
  const { db, clock, signal, payload } = run;
  const { companyId } = payload;
  const now = clock.now();
  const due = await withTenant(db, companyId, (tx) =>
    tx
      .selectFrom("campaigns")
      .select(["id", "starts_at"])
      .where("company_id", "=", companyId)
      .where("status", "=", "Scheduled")
      .where("starts_at", "<=", now)
      .orderBy("starts_at")
      .orderBy("id")
      .execute(),
  );
  const failures: unknown[] = [];
  for (const { id, starts_at: startsAt } of due) {
    signal.throwIfAborted();
    try {
      await startPlanned(run, id, startsAt);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

async function startPlanned(run: Run, id: string, startsAt: Date | null): Promise<void> {
  const { db, clock, jobs, events, payload } = run;
  const { companyId } = payload;
  try {
    await withTenant(
      db,
      companyId,
      async (tx) => {
        const row = await lockPlanned(tx, companyId, id, startsAt);
        if (row === null) return;
        const job = { job: true, companyId, askedBy: null } as const;
        await begin(tx, { clock, jobs }, job, row, row.expected_count ?? 0);
      },
      EVERY_ROW,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [field] = Object.values(error.fields ?? {});
    await withTenant(db, companyId, async (tx) => {
      const row = await lockPlanned(tx, companyId, id, startsAt);
      if (row === null) return;
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

/** Null: its start is not planned for then any more, by somebody who was quicker. */
async function lockPlanned(
  tx: Tx,
  companyId: string,
  id: string,
  startsAt: Date | null,
): Promise<CampaignRow | null> {
  const row = await lockCampaign(tx, companyId, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  return row?.status === "Scheduled" && row.starts_at?.getTime() === startsAt?.getTime() ? row : null;
}
