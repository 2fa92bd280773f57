import type { notificationListSchema, NotificationType } from "@forestay/contracts";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Whose notifications: a person's rows are seen by nobody else of the company. */
export interface NotificationOwner {
  companyId: string;
  userId: string;
}

export interface NotificationQuery {
  page: number;
  pageSize: number;
  unreadOnly: boolean;
  category?: string | undefined;
}

/** A page of a person's notifications, newest first. */
export async function listNotifications(
  tx: Tx,
  { companyId, userId }: NotificationOwner,
  { page, pageSize, unreadOnly, category }: NotificationQuery,
): Promise<z.input<typeof notificationListSchema>> {
  const found = tx
    .selectFrom("notifications")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .$if(unreadOnly, (query) => query.where("read_at", "is", null))
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""));
  const { totalCount } = await found
    .select((eb) => eb.fn.countAll<number>().as("totalCount"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select([
      "id",
      "type",
      "category",
      "kind",
      "title",
      "message",
      "read_at",
      "created_at",
      "action_url",
      "action_text",
    ])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    notifications: rows.map((row) => ({
      id: row.id,
      type: row.type as NotificationType,
      category: row.category,
      kind: row.kind,
      title: row.title,
      message: row.message,
      isRead: row.read_at !== null,
      createdAt: row.created_at.toISOString(),
      actionUrl: row.action_url,
      actionText: row.action_text,
    })),
    totalCount,
    page,
    pageSize,
    totalPages: Math.ceil(totalCount / pageSize),
  };
}

/** Marks one of the person's notifications as read; a read one stays as it is. `not_found` when it is not theirs. */
export async function markRead(
  tx: Tx,
  { companyId, userId }: NotificationOwner,
  id: string,
  now: Date,
): Promise<void> {
  const marked = await tx
    .updateTable("notifications")
    .set((eb) => ({ read_at: eb.fn.coalesce("read_at", eb.val(now)) }))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (marked.numUpdatedRows === 0n) throw new AppError("not_found");
}

/** Marks all of the person's notifications as read. */
export async function markAllRead(
  tx: Tx,
  { companyId, userId }: NotificationOwner,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ read_at: now })
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .execute();
}
