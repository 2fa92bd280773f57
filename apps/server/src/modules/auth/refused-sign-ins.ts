import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { findAccountById, withCompanyOf } from "#modules/companies/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";

const refusal = z.object({
  /** Whose account it was; null where nobody has the address: then there is no log to stand in. */
  userId: z.uuid().nullable(),
  /** What was shown. */
  proof: z.enum(["password", "code", "second_factor"]),
  /** A further one beyond the limit is not compared with anything, and only the first of them is written down. */
  reason: z.enum(["wrong", "too_many_attempts"]),
  ipAddress: z.string(),
});
type Refusal = z.infer<typeof refusal>;
export type RefusedFor = Refusal["reason"];

/**
 * Writes a refused sign-in into the log of the person's company, or the platform's for those who belong to none. A job,
 * because the request must do the same work for an address that nobody has.
 */
export const recordRefusedSignIn = defineJob({
  name: "auth.record-refused-sign-in",
  schema: refusal,
  handler: record,
});

/** Has a refused sign-in written down; the transaction must commit, whatever is answered. */
export async function noteRefusedSignIn(
  { jobs }: Pick<ModuleContext, "jobs">,
  tx: Tx,
  refused: Refusal,
): Promise<void> {
  await jobs.enqueue(tx, recordRefusedSignIn, refused);
}

async function record({ db, payload, completeIn }: JobRun<Refusal>): Promise<void> {
  const { userId, proof, reason, ipAddress } = payload;
  const person = userId === null ? null : await withSystem(db, (tx) => findAccountById(tx, userId));
  if (!person) return;
  await withCompanyOf(db, person, async (tx) => {
    await recordAudit(
      tx,
      { visitor: true, companyId: person.companyId, ipAddress },
      { action: "session.refused", target: person.email, targetId: person.id, after: { proof, reason } },
    );
    await completeIn(tx);
  });
}
