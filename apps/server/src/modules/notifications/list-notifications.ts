import type { notificationListSchema, NotificationType } from "@forestay/contracts";
import type { z } from "zod";
import { readPage, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Whose notifications: a person's rows are seen by nobody else of the company. */
export interface NotificationOwner {
  companyId: string;
  userId: string;
}

export interface NotificationQuery extends PageRequest {
  unreadOnly: boolean;
  category?: string | undefined;
}

/** A page of a person's notifications, newest first. */
export async function listNotifications(
  tx: Tx,
  { companyId, userId }: NotificationOwner,
  query: NotificationQuery,
): Promise<z.input<typeof notificationListSchema>> {
  const { unreadOnly, category } = query;
  const found = tx
    .selectFrom("notifications")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .$if(unreadOnly, (list) => list.where("read_at", "is", null))
    .$if(category !== undefined, (list) => list.where("category", "=", category ?? ""));
  const { items: rows, ...paging } = await readPage(
    query,
    async () => {
      const counted = found.select((eb) => eb.fn.countAll<number>().as("count"));
      return (await counted.executeTakeFirstOrThrow()).count;
    },
    ({ limit, offset }) =>
      found
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
        .limit(limit)
        .offset(offset)
        .execute(),
  );
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
    ...paging,
  };
}
