import type { notificationListSchema, NotificationType } from "@forestay/contracts";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";

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
