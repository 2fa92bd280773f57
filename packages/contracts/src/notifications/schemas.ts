import { z } from "zod";
import { pageQuery } from "../list.ts";
import { timestamp } from "../shapes.ts";
import { NOTIFICATIONS_PAGE_SIZE, notificationKinds, notificationTypes } from "./vocabulary.ts";
import type { NotificationKind } from "./vocabulary.ts";

export const notificationKindSchema = z.enum(
  Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]],
);

export const notificationSchema = z.object({
  id: z.uuid(),
  type: z.enum(notificationTypes),
  category: z.string(),
  kind: z.string(),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: timestamp,
  /** Relative path below /app; clicking goes to /app + actionUrl. */
  actionUrl: z.string().nullable(),
  actionText: z.string().nullable(),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationListSchema = z.object({
  notifications: z.array(notificationSchema),
  totalCount: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  totalPages: z.number().int(),
});

export const notificationPreferencesSchema = z.object({
  kinds: z.array(
    z.object({
      kind: notificationKindSchema,
      category: z.string(),
      label: z.string(),
      /** Reaches its person both ways at once; what is chosen for it has no effect. */
      always: z.boolean(),
      inApp: z.boolean(),
      email: z.boolean(),
    }),
  ),
  /** 'HH:MM' in `timeZone`; nothing but the in-app list moves between them. Null = none. */
  quietHours: z
    .object({
      from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      to: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    })
    .nullable(),
  /** Daily digest mail ranked by money at risk; hour of the day in `timeZone`, null = none. */
  digestHour: z.number().int().min(0).max(23).nullable(),
  timeZone: z.string().max(60),
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;

export const savePreferencesBody = notificationPreferencesSchema.omit({ kinds: true }).extend({
  kinds: z.array(z.object({ kind: notificationKindSchema, inApp: z.boolean(), email: z.boolean() })).max(50),
});

export const notificationListQuery = z.object({
  ...pageQuery(NOTIFICATIONS_PAGE_SIZE),
  unreadOnly: z.stringbool().default(false),
  category: z.string().max(60).optional(),
});
