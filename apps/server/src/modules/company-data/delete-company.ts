import { DAY_MS, DELETION_GRACE_DAYS } from "@forestay/contracts";
import { typeToConfirm } from "@forestay/contracts/words";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { endSessionsOfUser, eraseCodesOf, requireOwnPassword } from "#modules/auth/index.ts";
import {
  clearDeletionMark,
  countCompanyRows,
  deleteCompany,
  holdsLastAdmin,
  listCompanyPeople,
  listDueForDeletion,
  listEverybody,
  lockAdmins,
  lockDueForDeletion,
  markForDeletion,
  readCompanySettings,
  tellCompanyChanged,
  type CompanySettings,
} from "#modules/companies/index.ts";
import { listUploadedFiles } from "#modules/imports/index.ts";
import { listTakeInFiles } from "./take-in.ts";
import { eraseMailsTo, sendMail, webAddress } from "#modules/mail/index.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser, SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";

const GRACE_MS = DELETION_GRACE_DAYS * DAY_MS;

/** Marks the company for deletion after the grace period; its name, typed, and the password are asked for. */
export async function requestDeletion(
  context: ModuleContext,
  user: CompanyUser,
  { typedName, password }: { typedName: string; password: string },
): Promise<CompanySettings> {
  const { db } = context;
  const { name } = await withTenant(db, user.companyId, (tx) => readCompanySettings(tx, user.companyId));
  if (typedName.trim() !== name) {
    throw new AppError("validation_failed", { fields: { typedName: typeToConfirm(name) } });
  }
  await requireOwnPassword(context, user, password);
  const asked = { companyId: user.companyId, by: user, words: user.email };
  await refuseLastAdmin(context, user.companyId);
  return withTenant(db, user.companyId, async (tx) => {
    await scheduleDeletion(context, tx, asked);
    return readCompanySettings(tx, user.companyId);
  });
}

/** Throws `last_admin` where the platform's only Admins would go with the company. */
export async function refuseLastAdmin({ db }: Pick<ModuleContext, "db">, companyId: string): Promise<void> {
  if (await withSystem(db, (tx) => holdsLastAdmin(tx, companyId))) throw new AppError("last_admin");
}

/**
 * Marks a company for deletion after the grace period, writes it down and tells its Owners, in the company's own
 * transaction; returns when. Asked for again it changes nothing.
 */
export async function scheduleDeletion(
  context: Pick<ModuleContext, "clock" | "config" | "jobs">,
  tx: Tx,
  { companyId, by, words }: { companyId: string; by: SignedInUser; words: string },
): Promise<Date> {
  const { name, deletionAt: already } = await readCompanySettings(tx, companyId);
  if (already !== null) return new Date(already);
  const deletionAt = new Date(context.clock.now().getTime() + GRACE_MS);
  if (await markForDeletion(tx, companyId, deletionAt)) {
    await recordAudit(tx, by, {
      action: "company.deletion_requested",
      target: name,
      targetId: companyId,
      companyId,
      after: { deletionAt: deletionAt.toISOString() },
    });
    await tellOwners(context, tx, { companyId, name, words, deletionAt });
    await tellCompanyChanged(tx, companyId);
  }
  return deletionAt;
}

/** Keeps the company after all. */
export function cancelDeletion({ db }: ModuleContext, user: CompanyUser): Promise<CompanySettings> {
  return withTenant(db, user.companyId, async (tx) => {
    const before = await readCompanySettings(tx, user.companyId);
    if (before.deletionAt === null) return before;
    await clearDeletionMark(tx, user.companyId);
    await recordAudit(tx, user, {
      action: "company.deletion_cancelled",
      target: before.name,
      targetId: user.companyId,
      before: { deletionAt: before.deletionAt },
    });
    await tellCompanyChanged(tx, user.companyId);
    return { ...before, deletionAt: null };
  });
}

async function tellOwners(
  context: Pick<ModuleContext, "clock" | "config" | "jobs">,
  tx: Tx,
  asked: { companyId: string; name: string; words: string; deletionAt: Date },
): Promise<void> {
  const { companyId, words, deletionAt } = asked;
  // Somebody who left in the middle of signing up never gave it one.
  const name = asked.name || "Your company";
  const owners = (await listCompanyPeople(tx, companyId)).filter((person) => person.companyRole === "Owner");
  const day = deletionAt.toISOString().slice(0, 10);
  for (const owner of owners) {
    await sendMail(context, tx, {
      to: owner.email,
      companyId,
      subject: `${name} will be deleted on ${day}`,
      uniqueKey: `company-deletion:${companyId}:${deletionAt.getTime()}:${owner.userId}`,
      template: {
        title: `${name} will be deleted`,
        paragraphs: [
          `${words} asked to delete ${name} with everything in it. It happens on ${day}.`,
          "Until then any Owner can keep it.",
        ],
        action: { label: "Open the company's settings", url: webAddress(context.config, "/app/settings") },
        footer: "You get this mail because you are an Owner of the company.",
      },
    });
  }
}

/** Deletes the companies whose grace period is over: every row and file of theirs. */
export const deleteDueCompanies = defineJob({
  name: "company-data.delete-due",
  schema: z.object({}),
  cron: "*/10 * * * *",
  async handler(context) {
    const due = await withSystem(context.db, (tx) => listDueForDeletion(tx, context.clock.now()));
    const failures: unknown[] = [];
    for (const id of due) {
      context.signal.throwIfAborted();
      // One that cannot be deleted keeps nobody else's data.
      await deleteWholeCompany(context, id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some companies could not be deleted");
  },
});

/** Deletes a company in one transaction and counts what is left; refuses to commit unless that is nothing. */
async function deleteWholeCompany(context: ModuleContext, companyId: string): Promise<void> {
  const { db, clock, log, files } = context;
  const deleted = await withTenant(
    db,
    companyId,
    async (tx) => {
      // Kept meanwhile, in the moment between the two looks.
      if (!(await lockDueForDeletion(tx, companyId, clock.now()))) return null;
      await lockAdmins(tx);
      if (await holdsLastAdmin(tx, companyId)) {
        log.warn({ companyId }, "company not deleted: its members are the platform's only Admins");
        return null;
      }
      const uploads = [
        ...(await listUploadedFiles(tx, companyId)),
        ...(await listTakeInFiles(tx, companyId)),
      ];
      const people = await listEverybody(tx, companyId);
      for (const person of people) {
        await endSessionsOfUser(tx, person.userId, "disabled", clock.now());
        // Codes and notices from before the person had a company.
        await eraseMailsTo(tx, person.email);
        await eraseCodesOf(tx, person.email);
      }
      await deleteCompany(tx, companyId);
      const left = await countCompanyRows(tx, companyId);
      if (left.length > 0) throw new Error(`Rows of a deleted company are left: ${JSON.stringify(left)}`);
      const job = { job: true, companyId: null, askedBy: null } as const;
      await recordAudit(tx, job, { action: "company.deleted", targetId: companyId });
      return uploads;
    },
    { statementTimeoutMs: 0 },
  );
  if (deleted === null) return;
  for (const key of deleted) await files.remove(key);
  log.info({ companyId, files: deleted.length }, "company deleted after its grace period");
}
