import { z } from "zod";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema } from "../shapes.ts";
import {
  columnChoiceSchema,
  modelCardSchema,
  modelScheduleSchema,
  modelSummarySchema,
  versionParams,
} from "./schemas.ts";

export const modelRoutes = {
  columns: defineRoute({
    method: "GET",
    path: "/analytics/columns",
    summary: "What the company says of fields that may give the answer away",
    policy: "analytics:read",
    response: z.object({ items: z.array(columnChoiceSchema) }),
    rateLimit: "read",
    tags: ["Models"],
  }),
  chooseColumn: defineRoute({
    method: "PUT",
    path: "/analytics/columns",
    summary: "Keep a field or leave it out from the next training on; null takes the choice back",
    policy: "analytics:run",
    body: z.object({
      field: z.string().min(1).max(300),
      label: z.string().min(1).max(500),
      choice: z.enum(["keep", "leave_out"]).nullable(),
    }),
    response: z.object({ items: z.array(columnChoiceSchema) }),
    rateLimit: "write",
    tags: ["Models"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/analytics/models",
    summary: "Stored models, newest first, with what each was worth and which one is in use",
    policy: "analytics:read",
    response: z.object({ items: z.array(modelSummarySchema), schedule: modelScheduleSchema }),
    rateLimit: "read",
    tags: ["Models"],
  }),
  card: defineRoute({
    method: "GET",
    path: "/analytics/models/:version",
    summary: "A model's card: data, quality, features, leakage report, drift, seed and fingerprint",
    policy: "analytics:read",
    params: versionParams,
    response: modelCardSchema,
    rateLimit: "read",
    tags: ["Models"],
  }),
  activate: defineRoute({
    method: "POST",
    path: "/analytics/models/:version/activate",
    summary: "Take a stored model into use: the nightly scoring uses it until another replaces it",
    policy: "analytics:run",
    params: versionParams,
    response: modelCardSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Models"],
  }),
  createExport: defineRoute({
    method: "POST",
    path: "/analytics/models/:version/exports",
    summary: "A one-time link to the model card as text (Markdown)",
    policy: "analytics:read",
    params: versionParams,
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Models"],
  }),
};
