import type { insightsRoutes, RouteResponse } from "@forestay/contracts";
import { insightsScope } from "./insights.ts";

type Drivers = RouteResponse<typeof insightsRoutes.drivers>;

/** Two drivers: one with a curve, one that the engine made itself. */
export const driversInsights = (changed: Partial<Drivers> = {}): Drivers => ({
  scope: insightsScope(),
  model: { version: "v3", trainedAt: "2026-11-20T02:00:00.000Z", horizonDays: 90 },
  drivers: [
    {
      feature: "logins_30",
      listedBy: "events.30.login",
      isYesNo: false,
      label: "Logins, last 30 days",
      importance: 100,
      direction: -1,
      description: "Customers who log in less leave more often.",
      dependence: {
        kind: "numeric",
        unit: "count",
        scale: "linear",
        points: [0, 5, 10, 20].map((at, index) => ({
          at,
          level: null,
          probability: 0.3 / (index + 1),
          share: 0.25,
          observed: { value: 0.28 / (index + 1), lower: 0.2 / (index + 1), upper: 0.36 / (index + 1) },
        })),
        histogram: [
          { from: 0, to: 10, share: 0.6 },
          { from: 10, to: 20, share: 0.4 },
        ],
      },
    },
    {
      feature: "tenure",
      listedBy: null,
      isYesNo: false,
      label: "Tenure",
      importance: 62,
      direction: -1,
      description: "New customers leave more often.",
      dependence: null,
    },
  ],
  fieldValues: {
    method: "Each field was left out once.",
    rows: 1840,
    auc: 0.812,
    fields: [
      {
        field: "logins_30",
        label: "Logins, last 30 days",
        added: { value: 0.041, lower: 0.026, upper: 0.057 },
        alone: 0.72,
        verdict: "adds",
      },
      {
        field: "tenure",
        label: "Tenure",
        added: { value: 0.001, lower: -0.004, upper: 0.006 },
        alone: 0.63,
        verdict: "nothing",
      },
    ],
  },
  missing: null,
  ...changed,
});
