import { erasePersonFromAudit } from "#modules/audit/index.ts";
import { eraseCodesOf } from "#modules/auth/index.ts";
import { deletePerson, eraseInvitationsTo, eraseNameOf, type Access } from "#modules/companies/index.ts";
import { eraseDemoBookingsOf } from "#modules/demo-bookings/index.ts";
import { eraseMailsTo } from "#modules/mail/index.ts";
import { eraseWaitingOf } from "#modules/waiting-list/index.ts";
import { eraseFromSupport } from "#modules/support/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Deletes a person and every trace of their name and address: mails to them, invitations, the names
 * under what they did, and their values in the audit log. `tx` is of their company, and lockAccess went before.
 */
export async function erasePerson(tx: Tx, person: Access): Promise<void> {
  await eraseFromSupport(tx, person);
  await deletePerson(tx, person);
  await eraseMailsTo(tx, person.email);
  await eraseCodesOf(tx, person.email);
  await eraseInvitationsTo(tx, person.email);
  await eraseWaitingOf(tx, person.email);
  await eraseDemoBookingsOf(tx, person.email);
  await eraseNameOf(tx, person);
  await erasePersonFromAudit(tx, person);
}
