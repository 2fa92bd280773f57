import { z } from "zod";
import { auditEntrySchema } from "../audit/schemas.ts";
import { sessionSchema } from "../auth/schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { platformRoleSchema } from "../policies/schemas.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams, timestamp } from "../shapes.ts";
import { adminUserSchema, changeUserBody } from "./schemas.ts";

export const adminUserRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/admin/users",
    summary: "All people of the platform",
    policy: "admin:users",
    query: z.object({
      ...pageQuery(25),
      searchTerm: z.string().max(200).optional(),
      role: platformRoleSchema.optional(),
    }),
    response: listOf(adminUserSchema),
    rateLimit: "read",
    tags: ["Admin"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/admin/users/:id",
    summary: "One person with sessions and audit",
    policy: "admin:users",
    params: idParams,
    response: adminUserSchema.extend({
      /** Whose company this is alone: it cannot go on without them. `deletionAt`: when both are deleted. */
      onlyMemberOf: z.object({ name: z.string(), deletionAt: timestamp.nullable() }).nullable(),
      sessions: z.array(sessionSchema),
      audit: z.array(auditEntrySchema),
    }),
    rateLimit: "read",
    tags: ["Admin"],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/admin/users/:id",
    summary:
      "Change names, roles or whether the account is active; only an Admin grants or edits Admin and Owner, nobody their own",
    policy: "admin:users",
    params: idParams,
    body: changeUserBody,
    response: adminUserSchema,
    rateLimit: "write",
    errors: ["last_admin", "last_owner"],
    tags: ["Admin"],
  }),
  delete: defineRoute({
    method: "DELETE",
    path: "/admin/users/:id",
    summary: "Delete a person; the last Admin and a company's last Owner stay",
    policy: "admin:users",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    errors: ["last_admin", "last_owner"],
    tags: ["Admin"],
  }),
  deleteWithCompany: defineRoute({
    method: "POST",
    path: "/admin/users/:id/delete-with-company",
    summary:
      "Delete the only member of a company together with it, after the company's grace period; their address, typed. An Admin's",
    policy: "admin:users",
    params: idParams,
    body: z.object({ typedName: z.string().max(320) }),
    response: z.object({ deletionAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "last_admin"],
    tags: ["Admin"],
  }),
  endSessions: defineRoute({
    method: "POST",
    path: "/admin/users/:id/end-sessions",
    summary: "Sign a person out everywhere",
    policy: "admin:users",
    params: idParams,
    response: z.object({ ended: z.number().int() }),
    rateLimit: "write",
    tags: ["Admin"],
  }),
};
