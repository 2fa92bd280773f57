import { readCompanySettings } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readUnsubscribeToken, type UnsubscribeToken } from "../link-tokens.ts";
import { countStrikes, STRIKE_DAYS, STRIKES } from "../send/settle.ts";
import { addSuppression } from "../suppressions.ts";
import { readReport, type MailReport } from "./read-report.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "secretKeys">;

/**
 * Takes a report that a mail system sent back: what bounced stands as not delivered, and an address that is gone, or whose reader
 * complains, is written to no more. The message's own secret says whose it is, so that nobody can speak of a message they have
 * not had. Answers whether it was a report of a message of ours; what its message has already is not told again, also where
 * its address was allowed since.
 */
export async function takeReport(context: Context, raw: Uint8Array): Promise<boolean> {
  const read = readReport(raw);
  if (read === null) return false;
  const of = readUnsubscribeToken(context.secretKeys, read.token);
  if (of === null) return false;
  await withTenant(context.db, of.companyId, async (tx) => {
    // Of a company that is gone: nobody is left who would write. A customer who was erased is still not written to.
    const isThere = await readCompanySettings(tx, of.companyId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (isThere) await keep(tx, of, read.report, context.clock.now());
  });
  return true;
}

async function keep(tx: Tx, of: UnsubscribeToken, report: MailReport, now: Date): Promise<void> {
  const { companyId, messageId, addressHash } = of;
  const message = () =>
    tx.updateTable("customer_messages").where("company_id", "=", companyId).where("id", "=", messageId);
  // Of a message that is gone with its customer nothing is known: its report counts each time.
  const known = await tx
    .selectFrom("customer_messages")
    .select(["status", "complained_at", "unsubscribed_at"])
    .where("company_id", "=", companyId)
    .where("id", "=", messageId)
    .forUpdate()
    .executeTakeFirst();
  const has = {
    bounced: known?.status === "failed",
    complained: known?.complained_at != null,
    opted_out: known?.unsubscribed_at != null,
  };
  if (has[report.kind]) return;
  if (report.kind === "bounced") {
    const { isPermanent, isAddress, reason } = report;
    await message()
      .set({ status: "failed", reason, is_strike: !isPermanent && isAddress, due_at: now })
      .where("status", "in", ["sent", "unknown"])
      .execute();
    if (!isAddress) return;
    if (!isPermanent && (await countStrikes(tx, companyId, addressHash, now)) < STRIKES) return;
    await addSuppression(tx, companyId, {
      addressHash,
      reason: "bounced",
      source: isPermanent ? reason : `${STRIKES} messages came back within ${STRIKE_DAYS} days`,
      at: now,
    });
    return;
  }
  const isComplaint = report.kind === "complained";
  const column = isComplaint ? "complained_at" : "unsubscribed_at";
  await message()
    .set({ [column]: now })
    .where(column, "is", null)
    .execute();
  await addSuppression(tx, companyId, {
    addressHash,
    reason: isComplaint ? "complained" : "unsubscribed",
    source: `${isComplaint ? "Reported by its mail service" : "Its mail program"}, message ${messageId}`,
    at: now,
  });
}
