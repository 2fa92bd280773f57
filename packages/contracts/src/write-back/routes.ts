import { z } from "zod";
import { providerParams } from "../integrations/schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { unwrittenScoreSchema, writeBackChange, writeBackSchema } from "./schemas.ts";

const tags = ["Integrations"];

export const writeBackRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/integrations/:provider/write-back",
    summary: "Whether scores are written into a connected system, and how that goes",
    policy: "integrations:read",
    params: providerParams,
    response: writeBackSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags,
  }),
  change: defineRoute({
    method: "PATCH",
    path: "/integrations/:provider/write-back",
    summary: "Have scores written into a connected system from now on, or no more; what is there stays there",
    policy: "integrations:write",
    params: providerParams,
    body: writeBackChange,
    response: writeBackSchema,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags,
  }),
  failures: defineRoute({
    method: "GET",
    path: "/integrations/:provider/write-back/failures",
    summary: "Records there whose score could not be written, with the reason of each",
    policy: "integrations:read",
    params: providerParams,
    query: z.object(pageQuery(10)),
    response: listOf(unwrittenScoreSchema),
    rateLimit: "read",
    tags,
  }),
  retry: defineRoute({
    method: "POST",
    path: "/integrations/:provider/write-back/retry",
    summary: "Try again now: records whose score could not be written, those named or all, and what changed",
    policy: "integrations:write",
    params: providerParams,
    body: z.object({ sourceIds: z.array(z.string().max(500)).max(1000).nullable().default(null) }),
    response: writeBackSchema,
    status: 202,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags,
  }),
};
