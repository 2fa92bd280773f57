/** What the panel shows at once. */
export const NOTIFICATIONS_PAGE_SIZE = 10;
/** Unread badge shows '99+' above this. */
export const UNREAD_BADGE_CAP = 99;
/** Unread count: stale after 2 minutes, refetched every 5. */
export const NOTIFICATIONS_STALE_MS = 2 * 60_000;
export const UNREAD_REFETCH_MS = 5 * 60_000;

/** Server notification types; Failed and Information are kept for what sends them. */
export const notificationTypes = ["Success", "Error", "Failed", "Warning", "Info", "Information"] as const;
export type NotificationType = (typeof notificationTypes)[number];

/** Categories we send; the wire allows other text. */
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
  mentioned: { category: "Customer", label: "Somebody mentions you in a note", always: false },
  task_assigned: { category: "Customer", label: "Somebody gives you a task or a risk case", always: false },
  task_due: { category: "Customer", label: "A task of yours is due", always: false },
  campaign_read: { category: "Customer", label: "A campaign was read on its planned day", always: false },
  campaign_paused: { category: "Customer", label: "A campaign was paused by itself", always: false },
  campaign_not_started: { category: "Customer", label: "A campaign did not start as planned", always: false },
  model_drift: { category: "System", label: "The model no longer fits the data", always: false },
  integration_failed: { category: "System", label: "A connected system needs somebody", always: false },
  webhook_stopped: { category: "System", label: "A webhook stopped because it only failed", always: false },
  security: { category: "System", label: "Sign-ins and changes to your account", always: true },
} as const satisfies Record<string, { category: NotificationCategory; label: string; always: boolean }>;
export type NotificationKind = keyof typeof notificationKinds;

/** Kinds that are one person's own: no channel of a chat hears of them. */
const PERSONAL: readonly NotificationKind[] = ["mentioned", "task_assigned", "task_due", "security"];
/** Kinds that a channel of the company's chat may be told of, in the order they are shown. */
export const postedKinds: readonly NotificationKind[] = (
  Object.keys(notificationKinds) as NotificationKind[]
).filter((kind) => !PERSONAL.includes(kind));

/** How a kind reaches a person. */
export const notificationChannels = ["inApp", "email"] as const;
