import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema } from "../shapes.ts";
import { auditEntrySchema, auditFilter } from "./schemas.ts";

export const auditRoutes = {
  listAudit: defineRoute({
    method: "GET",
    path: "/company/audit",
    summary: "Who changed what, when and from where",
    policy: "company:manage",
    query: z.object({ ...pageQuery(50), ...auditFilter }),
    response: listOf(auditEntrySchema),
    rateLimit: "read",
    tags: ["Audit"],
  }),
  exportAudit: defineRoute({
    method: "POST",
    path: "/company/audit/exports",
    summary: "A one-time link to the filtered audit log as CSV",
    policy: "company:manage",
    body: z.object(auditFilter),
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Audit"],
  }),
};
