import { recordAudit } from "#modules/audit/index.ts";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";

/**
 * Confirms that an address is its owner's, by the link of the mail. Pressed twice it is the same; one who was invited or
 * registered meanwhile stays so. Throws `not_found` for a link that is none, or was replaced by a newer one.
 */
export async function confirmPlace(
  { db, clock }: ModuleContext,
  token: string,
  ipAddress: string,
): Promise<void> {
  await withSystem(db, async (tx) => {
    const entry = await tx
      .selectFrom("waiting_list_entries")
      .select(["id", "email", "status"])
      .where("confirm_token_hash", "=", hashOpaqueToken(token))
      .where("status", "<>", "Removed")
      .forUpdate()
      .executeTakeFirst();
    if (!entry) {
      throw new AppError("not_found", {
        message: "This link does not count any more. Join the waiting list again to get a new one.",
      });
    }
    if (entry.status !== "Pending") return;
    await tx
      .updateTable("waiting_list_entries")
      .set({ status: "Confirmed", confirmed_at: clock.now() })
      .where("id", "=", entry.id)
      .execute();
    await recordAudit(
      tx,
      { visitor: true, companyId: null, ipAddress },
      { action: "waiting_list.confirmed", target: entry.email, targetId: entry.id },
    );
  });
}
