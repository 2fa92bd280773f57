import { DELETED_PERSON } from "@forestay/contracts/words";
import { erasePersonFromAudit, recordAudit } from "#modules/audit/index.ts";
import { eraseMailsTo } from "#modules/mail/index.ts";
import { isEmailTaken } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { eraseWaitingOf, lockEntry } from "./waiting-list-repository.ts";

/**
 * Takes somebody off the list: links mailed to them stop working, and they may join again. One who was taken off already
 * is deleted, with every mail to them and their name in the log, unless the address is that of an account.
 */
export function removeEntry({ db }: ModuleContext, user: SignedInUser, id: string): Promise<void> {
  return withSystem(db, async (tx) => {
    const entry = await lockEntry(tx, { id });
    if (!entry) throw new AppError("not_found");
    if (entry.status === "Removed") {
      await eraseWaitingOf(tx, entry.email);
      if (!(await isEmailTaken(tx, entry.email))) {
        await eraseMailsTo(tx, entry.email);
        await erasePersonFromAudit(tx, { userId: id, email: entry.email });
      }
      await recordAudit(tx, user, {
        action: "waiting_list.deleted",
        target: DELETED_PERSON,
        targetId: id,
        companyId: null,
      });
      return;
    }
    await tx
      .updateTable("waiting_list_entries")
      .set({ status: "Removed", invitation_token_hash: null, confirm_token_hash: null, invited_until: null })
      .where("id", "=", id)
      .execute();
    await recordAudit(tx, user, {
      action: "waiting_list.removed",
      target: entry.email,
      targetId: id,
      before: { status: entry.status },
      companyId: null,
    });
  });
}
