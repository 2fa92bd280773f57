import { analysesExamples } from "./analyses/examples.ts";
import { authExamples } from "./auth/examples.ts";
import { customersExamples } from "./customers/examples.ts";
import { dashboardExamples } from "./dashboard/examples.ts";
import { importsExamples } from "./imports/examples.ts";
import { insightsExamples } from "./insights/examples.ts";
import { notificationsExamples } from "./notifications/examples.ts";
import { settingsExamples } from "./settings/examples.ts";
import type { RouteDefinition } from "./route.ts";
import type { RouteExample } from "./route-example.ts";

/** They stand beside the routes and not in them: whoever binds or reads routes has no use for examples. */
export const routeExamples: readonly RouteExample[] = [
  ...analysesExamples,
  ...authExamples,
  ...dashboardExamples,
  ...importsExamples,
  ...insightsExamples,
  ...notificationsExamples,
  ...settingsExamples,
  // Last: one of them changes customers.
  ...customersExamples,
];

const byRoute = new Map<RouteDefinition, RouteExample>(routeExamples.map((one) => [one.route, one]));

/** The example of a route; undefined where there is none. */
export const exampleOf = (route: RouteDefinition): RouteExample | undefined => byRoute.get(route);
