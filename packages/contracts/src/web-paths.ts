/**
 * Every screen that a mail, a notification or another system leads to. The web's router is held against it by a test, and the server can
 * write no other link.
 */
export const linkedPaths = [
  "/register",
  "/login",
  "/register-invited",
  "/restore-address",
  "/unsubscribe",
  "/confirm-waiting-list",
  "/u/:token",
  "/pay",
  "/cancel",
  "/app",
  "/app/dashboard/rows",
  "/app/settings",
  "/app/settings/integrations/:provider/configure",
  "/app/oauth/:provider/callback",
  "/app/notifications",
  "/app/work",
  "/app/admin/waiting-list/demos",
  "/app/campaigns/:campaignId",
  "/app/customers",
  "/app/customers/:customerId",
  "/app/imports/:importJobId",
  "/app/analytics/run-churn-analysis",
  "/app/analytics/models",
  "/app/analytics/models/:version",
  "/app/analytics/churn-analysis/:analysisId",
] as const;

/** Public pages that a mail leads to, which no router runs; the site is held against them by a test. */
export const linkedSitePaths = ["/book-demo"] as const;

type Filled<Path extends string> = Path extends `${infer Before}:${string}` ? `${Before}${string}` : Path;
type Screen = Filled<(typeof linkedPaths)[number]> | (typeof linkedSitePaths)[number];

/** Path of a screen, with or without a query. */
export type WebPath = Screen | `${Screen}?${string}`;
/** The same below /app, as a notification's actionUrl holds it. */
export type AppPath = WebPath extends infer Path
  ? Path extends `/app/${infer Rest}`
    ? `/${Rest}`
    : never
  : never;
