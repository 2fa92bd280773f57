/** What moves from one customer to another when the two are merged, in the order in which it is told. */
export const mergedThings = [
  "subscriptions",
  "invoices",
  "payments",
  "events",
  "timelineEntries",
  "notes",
  "tasks",
  "cases",
  "steps",
  "tags",
  "owners",
] as const;
export type MergedThing = (typeof mergedThings)[number];
