import { z } from "zod";
import { emptyResponse, idParams, pageQuery, timestamp } from "./list.ts";
import { defineRoute } from "./route.ts";

/** Spec section 9: panel page size. */
export const NOTIFICATIONS_PAGE_SIZE = 10;
/** Unread badge shows '99+' above this. */
export const UNREAD_BADGE_CAP = 99;
/** Unread count: stale after 2 minutes, refetched every 5 (spec section 7). */
export const NOTIFICATIONS_STALE_MS = 2 * 60_000;
export const UNREAD_REFETCH_MS = 5 * 60_000;

/** Server notification types (spec section 3); Failed and Information are kept for what sends them. */
export const notificationTypes = ["Success", "Error", "Failed", "Warning", "Info", "Information"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Categories we send; the wire allows other text (spec section 3). */
export const notificationCategories = ["Import", "Customer", "System"] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

/** What a notification is about, finer than its category: the unit that can be muted and de-duplicated. `always`: in the
 * app and by mail at once, whatever was chosen; who breaks into an account would mute it first. */
export const notificationKinds = {
  import_completed: { category: "Import", label: "An import finished", always: false },
  import_failed: { category: "Import", label: "An import failed", always: false },
  analysis_completed: { category: "Customer", label: "A churn analysis finished", always: false },
  analysis_failed: { category: "Customer", label: "A churn analysis failed", always: false },
  risk_raised: { category: "Customer", label: "A customer's risk rose into High or Critical", always: false },
  risk_lowered: {
    category: "Customer",
    label: "A customer's risk fell out of High or Critical",
    always: false,
  },
  model_drift: { category: "System", label: "The model no longer fits the data", always: false },
  security: { category: "System", label: "Sign-ins and changes to your account", always: true },
} as const satisfies Record<string, { category: NotificationCategory; label: string; always: boolean }>;
export type NotificationKind = keyof typeof notificationKinds;
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

/** How a kind reaches a person. */
export const notificationChannels = ["inApp", "email"] as const;

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

const listQuery = z.object({
  ...pageQuery(NOTIFICATIONS_PAGE_SIZE),
  unreadOnly: z.stringbool().default(false),
  category: z.string().max(60).optional(),
});

export const notificationRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/notifications",
    summary: "My notifications, newest first",
    policy: "authenticated",
    query: listQuery,
    response: notificationListSchema,
    rateLimit: "read",
    tags: ["Notifications"],
  }),
  markRead: defineRoute({
    method: "POST",
    path: "/notifications/:id/mark-read",
    summary: "Mark one of mine as read; a read one stays as it is",
    policy: "authenticated",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Notifications"],
  }),
  markAllRead: defineRoute({
    method: "POST",
    path: "/notifications/mark-all-read",
    summary: "Mark all of mine as read",
    policy: "authenticated",
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Notifications"],
  }),
  getPreferences: defineRoute({
    method: "GET",
    path: "/notifications/preferences",
    summary: "What reaches me, how and when",
    policy: "authenticated",
    response: notificationPreferencesSchema,
    rateLimit: "read",
    tags: ["Notifications"],
  }),
  savePreferences: defineRoute({
    method: "PUT",
    path: "/notifications/preferences",
    summary: "Change what reaches me, how and when",
    policy: "authenticated",
    body: notificationPreferencesSchema.omit({ kinds: true }).extend({
      kinds: z
        .array(z.object({ kind: notificationKindSchema, inApp: z.boolean(), email: z.boolean() }))
        .max(50),
    }),
    response: notificationPreferencesSchema,
    rateLimit: "write",
    tags: ["Notifications"],
  }),
};
