import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { NotificationOwner } from "./list-notifications.ts";
import { countUnread, lockUnreadCounts } from "./unread-counts.ts";

/** Marks one of the person's notifications as read; a read one stays as it is. `not_found` when it is not theirs. */
export async function markRead(tx: Tx, owner: NotificationOwner, id: string, now: Date): Promise<void> {
  const { companyId, userId } = owner;
  await lockUnreadCounts(tx, companyId);
  const found = await tx
    .selectFrom("notifications")
    .select("read_at")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) throw new AppError("not_found");
  if (found.read_at !== null) return;
  await tx
    .updateTable("notifications")
    .set({ read_at: now })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  await tellUnreadCount(tx, owner);
}

/** Marks all of the person's notifications as read. */
export async function markAllRead(tx: Tx, owner: NotificationOwner, now: Date): Promise<void> {
  const { companyId, userId } = owner;
  await lockUnreadCounts(tx, companyId);
  const { numUpdatedRows } = await tx
    .updateTable("notifications")
    .set({ read_at: now })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await tellUnreadCount(tx, owner);
}

/** To all tabs and devices of the person: the badge of each would else be wrong until its next poll. */
async function tellUnreadCount(tx: Tx, { companyId, userId }: NotificationOwner): Promise<void> {
  const unreadCount = (await countUnread(tx, companyId, [userId])).get(userId) ?? 0;
  await publishEvent(tx, { companyId, userId }, "notifications_read", { unreadCount });
}
