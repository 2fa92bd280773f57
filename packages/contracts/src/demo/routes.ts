import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { defineRoute } from "../route.ts";
import { timestamp } from "../shapes.ts";

export const demoRoutes = {
  progress: defineRoute({
    method: "GET",
    path: "/demo/progress",
    summary: "How much of the sample data is in my company already, while it is being loaded",
    policy: "customers:read",
    /** 0 to 1; null when none is on its way. */
    response: z.object({
      share: z.number().min(0).max(1).nullable(),
      /** Whether it could be loaded: this installation has one, and the company has no customers. */
      isAvailable: z.boolean(),
    }),
    rateLimit: "read",
    tags: ["Demo"],
  }),
  sampleModel: defineRoute({
    method: "GET",
    path: "/demo/model",
    summary:
      "How well the model of this installation's sample company does, for the start page; null where there is none",
    policy: "public",
    response: z.object({
      model: z
        .object({
          trainedAt: timestamp,
          horizonDays: z.number().int(),
          /** Customers it learnt from, and how many of them left. */
          rows: z.number().int(),
          outcomes: z.number().int(),
          /** On customers it had not seen, with 95% intervals. */
          auc: measuredSchema,
          ece: measuredSchema,
        })
        .nullable(),
    }),
    rateLimit: "page",
    tags: ["Demo"],
  }),
  load: defineRoute({
    method: "POST",
    path: "/demo",
    summary:
      "Load the sample customers into my company, which has none; they are marked as that and can be removed",
    policy: "company:manage",
    response: z.object({}),
    peopleOnly: true,
    idempotent: true,
    rateLimit: "write",
    errors: ["invalid_state"],
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
    // Thousands of rows, after whoever writes them at the moment.
    timeoutMs: 120_000,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Demo"],
  }),
};
