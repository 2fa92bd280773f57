import { z } from "zod";
import { defineRoute } from "../route.ts";

export const demoRoutes = {
  progress: defineRoute({
    method: "GET",
    path: "/demo/progress",
    summary: "How much of the sample data is in my company already, while it is being loaded",
    policy: "customers:read",
    /** 0 to 1; null when none is on its way. */
    response: z.object({ share: z.number().min(0).max(1).nullable() }),
    rateLimit: "read",
    tags: ["Demo"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/demo",
    summary:
      "Remove the sample company you belong to: its people, customers, analyses and everything else of it",
    policy: "company:manage",
    response: z.object({
      /** Rows removed, by table; only tables that had any. */
      removed: z.array(z.object({ table: z.string(), rows: z.number().int() })),
      /** Rows of the sample company that are still there: always 0, counted afterwards. */
      remaining: z.number().int(),
    }),
    peopleOnly: true,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Demo"],
  }),
};
