type Keys<Root extends string, Part extends string> = { readonly all: readonly [Root] } & {
  readonly [P in Part]: readonly [Root, P];
};

/** The keys of one feature: `all` of it, and each kind of data below, whose queries add what they were asked with. */
function keysOf<const Root extends string, const Part extends string>(
  root: Root,
  ...parts: readonly Part[]
): Keys<Root, Part> {
  const entries = parts.map((part) => [part, [root, part]] as const);
  return { all: [root], ...Object.fromEntries(entries) } as unknown as Keys<Root, Part>;
}

/*
 * Every key under which server data is kept, each word once: what makes data old (news, polling, a change elsewhere) names
 * the same things as the query that reads it.
 */
export const accountKeys = keysOf("account", "invitation", "onboarding", "localCode");
export const demoBookingKeys = keysOf("demoBookings", "list", "calendar");
export const docKeys = keysOf("documentation", "page");
export const waitingListKeys = keysOf("waitingList", "list");
export const adminUserKeys = keysOf("adminUsers", "list", "detail");
export const analyticsKeys = keysOf(
  "analytics",
  "list",
  "results",
  "customers",
  "completeness",
  "models",
  "columns",
  "trackRecord",
  "plan",
  "compare",
  "nextSteps",
  "stepEffects",
  "whatIf",
);
export const authKeys = keysOf("auth", "me");
export const chatbotKeys = keysOf("chatbot", "conversations", "history", "send");
export const customerKeys = keysOf(
  "customers",
  "alike",
  "billing",
  "bulkActions",
  "list",
  "facets",
  "views",
  "detail",
  "events",
  "use",
  "valueSources",
  "selection",
  "search",
  "stepsDone",
  "feedback",
  "explanation",
  "merge",
  "whatIf",
  "sampleProgress",
  "firstDay",
);
export const campaignKeys = keysOf(
  "campaigns",
  "list",
  "detail",
  "results",
  "worth",
  "channels",
  "preview",
  "message",
  "customers",
);
export const customerMailKeys = keysOf("customerMail", "settings", "domains", "suppressions", "unsubscribe");
export const dashboardKeys = keysOf("dashboard", "figures", "attention", "health", "trackRecord", "rows");
export const diagnosticsKeys = keysOf("diagnostics", "server", "transport");
export const importKeys = keysOf("imports", "list", "status");
export const integrationKeys = keysOf(
  "integrations",
  "list",
  "detail",
  "preview",
  "fieldMap",
  "writeBack",
  "unwritten",
  "audiences",
  "audienceLists",
  "leftOut",
  "runs",
  "failures",
  "matches",
  "channels",
  "posting",
  "posts",
);
export const insightsKeys = keysOf(
  "insights",
  "retention",
  "revenue",
  "reasons",
  "drivers",
  "findings",
  "whatIf",
);
export const notificationKeys = keysOf("notifications", "list", "unreadCount", "mark");
export const outboxKeys = keysOf("outbox", "list", "mail");
export const recoveryKeys = keysOf(
  "recovery",
  "figures",
  "cases",
  "case",
  "policy",
  "replay",
  "settings",
  "results",
  "preview",
  "cards",
  "cardPreview",
  "link",
  "cancel",
  "cancelFlow",
  "cancelSessions",
  "cancelResults",
);
export const reportKeys = keysOf("reports", "mine");
/** Not below notifications: news that refreshes the lists must not take a half-filled form with it. */
export const preferenceKeys = keysOf("notificationPreferences", "mine");
export const segmentKeys = keysOf(
  "segments",
  "list",
  "fields",
  "detail",
  "preview",
  "narrowing",
  "columnLosses",
  "comparison",
  "flow",
  "members",
  "suggestions",
);
export const settingsKeys = keysOf(
  "settings",
  "company",
  "takeIn",
  "scoring",
  "bandPreview",
  "churnPreview",
  "team",
  "memberWork",
  "apiKeys",
  "mcpTools",
  "assistantModel",
  "webhooks",
  "webhookDeliveries",
  "audit",
  "sessions",
  "tracking",
  "twoFactor",
);
export const supportKeys = keysOf(
  "support",
  "active",
  "sessions",
  "session",
  "messages",
  "image",
  "queue",
  "staffSession",
  "tiles",
  "replies",
);
export const workKeys = keysOf(
  "work",
  "keepings",
  "keeping",
  "notes",
  "tasks",
  "cases",
  "summary",
  "tags",
  "outcomes",
);

type KeyOf<K> = K[keyof K];

/** A key whose data live news may make old: a feature whole, or one kind of its data. */
export type RefreshedKey =
  | KeyOf<typeof analyticsKeys>
  | KeyOf<typeof customerKeys>
  | KeyOf<typeof dashboardKeys>
  | KeyOf<typeof importKeys>
  | KeyOf<typeof insightsKeys>
  | KeyOf<typeof integrationKeys>
  | KeyOf<typeof notificationKeys>
  | KeyOf<typeof recoveryKeys>
  | KeyOf<typeof segmentKeys>
  | KeyOf<typeof settingsKeys>
  | KeyOf<typeof supportKeys>
  | KeyOf<typeof workKeys>
  | KeyOf<typeof authKeys>;
