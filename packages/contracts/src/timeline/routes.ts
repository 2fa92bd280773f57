import { z } from "zod";
import { MAX_PAGE_SIZE } from "../list.ts";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { timelineSchema } from "./schemas.ts";
import { TIMELINE_PAGE_SIZE, timelineParts } from "./vocabulary.ts";

export const timelineRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/customers/:id/timeline",
    summary:
      "All that happened with a customer, newest first: bills, payments, use, messages, campaigns, segments, scores and people's work",
    policy: "customers:read",
    params: idParams,
    query: z.object({
      part: z.enum(timelineParts).optional(),
      /** `nextCursor` of the page before. */
      cursor: z.string().max(300).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(TIMELINE_PAGE_SIZE),
    }),
    response: timelineSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
};
