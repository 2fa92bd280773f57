import type { ReportSubscription } from "@forestay/contracts";

/** Somebody's report every Thursday at eight in Berlin. */
export const weeklyReport = (changed: Partial<ReportSubscription> = {}): ReportSubscription => ({
  subscription: { weekday: 4, hour: 8, plan: null, currency: null },
  nextAt: "2026-11-26T07:00:00.000Z",
  lastAt: "2026-11-19T07:00:00.000Z",
  timeZone: "Europe/Berlin",
  email: "maya@harborline.example",
  plans: ["Growth", "Scale", "Starter"],
  mailLeaves: true,
  ...changed,
});

/** Somebody who gets none. */
export const noReport = weeklyReport({ subscription: null, nextAt: null, lastAt: null });
