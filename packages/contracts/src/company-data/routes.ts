import { z } from "zod";
import { ownPasswordBody } from "../auth/schemas.ts";
import { defineRoute } from "../route.ts";
import { companySettingsSchema } from "../settings/schemas.ts";
import { downloadLinkSchema } from "../shapes.ts";
import { takeInSchema } from "./schemas.ts";

export const companyDataRoutes = {
  exportEverything: defineRoute({
    method: "POST",
    path: "/company/exports",
    summary: "A one-time link to everything of the company: one zip of CSV, JSON lines and a schema",
    policy: "company:manage",
    response: downloadLinkSchema,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    tags: ["Company"],
  }),
  takeIn: defineRoute({
    method: "POST",
    path: "/company/imports",
    summary:
      "Bring in the zip of another company's export of everything (multipart field `file`), into a company without customers. A job does it, all of it or nothing: GET /company/imports says how far it is",
    policy: "company:manage",
    transfer: "multipart",
    response: takeInSchema,
    status: 202,
    peopleOnly: true,
    rateLimit: "upload",
    idempotent: true,
    errors: ["file_refused", "invalid_state"],
    tags: ["Company"],
  }),
  takenIn: defineRoute({
    method: "GET",
    path: "/company/imports",
    summary: "The export that was last brought in, or is on its way",
    policy: "company:manage",
    response: z.object({ latest: takeInSchema.nullable() }),
    peopleOnly: true,
    rateLimit: "read",
    tags: ["Company"],
  }),
  requestDeletion: defineRoute({
    method: "POST",
    path: "/company/deletion",
    summary: "Delete the company after a grace period; asks for its name, typed",
    policy: "company:manage",
    body: ownPasswordBody.extend({ typedName: z.string().max(200) }),
    response: companySettingsSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["last_admin"],
    tags: ["Company"],
  }),
  cancelDeletion: defineRoute({
    method: "DELETE",
    path: "/company/deletion",
    summary: "Keep the company after all",
    policy: "company:manage",
    response: companySettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
};
