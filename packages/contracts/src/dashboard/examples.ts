import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { dashboardRoutes } from "./routes.ts";

export const dashboardExamples: readonly RouteExample[] = [
  example(dashboardRoutes.rows, {
    query: { figure: "mrr", plan: "Pro" },
    of: "ledger",
    response: {
      title: "Monthly recurring revenue on June 15, 2026, Pro",
      segment: null,
      currency: "USD",
      total: 210,
      totalIsCount: false,
      lostMrr: null,
      quotients: [
        {
          label: "Per customer",
          part: { value: 210, isMoney: true, words: "" },
          of: { value: 2, isMoney: false, words: "customers" },
        },
        {
          label: "Share of MRR",
          part: { value: 210, isMoney: true, words: "" },
          of: { value: 320, isMoney: true, words: "of all customers" },
        },
      ],
      closing: null,
      kept: null,
      count: 2,
      items: [
        {
          customerId: "01a21597-fc22-7d66-8633-90112c30fed1",
          name: "Customer 1",
          email: null,
          amount: 120,
          before: null,
          after: null,
          day: "2026-02-10",
          kind: null,
          reason: null,
          level: null,
          probability: null,
        },
        {
          customerId: "01a21597-fc22-7ffa-b422-4c69789764fe",
          name: "Customer 6",
          email: null,
          amount: 90,
          before: null,
          after: null,
          day: "2025-12-24",
          kind: null,
          reason: null,
          level: null,
          probability: null,
        },
      ],
      nextCursor: null,
    },
  }),
  example(dashboardRoutes.health, {
    of: "ledger",
    response: { imports: [], connections: [], ageDays: null, parked: [] },
  }),
];
