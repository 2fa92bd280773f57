import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { settingsRoutes } from "./routes.ts";

export const settingsExamples: readonly RouteExample[] = [
  example(settingsRoutes.getSettings, {
    response: {
      id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
      name: "Harborline",
      currency: "USD",
      timeZone: "UTC",
      isDemo: false,
      sample: "none",
      size: null,
      businessModel: null,
      churnDate: "end_of_paid_term",
      logo: null,
      deletionAt: null,
    },
  }),
];
