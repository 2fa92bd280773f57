import { z } from "zod";
import { wholeDaysSchema } from "../outcomes/schemas.ts";
import { defineRoute } from "../route.ts";
import {
  churnPreviewSchema,
  companySettingsBody,
  companySettingsSchema,
  previewScoringBody,
  scoringSettingsSchema,
} from "./schemas.ts";

export const settingsRoutes = {
  getSettings: defineRoute({
    method: "GET",
    path: "/company",
    summary: "My company",
    policy: "company:read",
    response: companySettingsSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  updateSettings: defineRoute({
    method: "PUT",
    path: "/company",
    summary:
      "Change name, size, business model, time zone and logo; currency and churn date take `company:manage`",
    policy: "company:write",
    body: companySettingsBody,
    response: companySettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
  getScoring: defineRoute({
    method: "GET",
    path: "/company/scoring",
    summary: "Horizon, risk bands and what counts as having left",
    policy: "settings:read",
    response: scoringSettingsSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  previewScoring: defineRoute({
    method: "POST",
    path: "/company/scoring/preview",
    summary: "How many customers each level would hold with these bands",
    policy: "settings:read",
    body: previewScoringBody,
    response: z.object({
      levels: z.array(z.object({ level: z.number().int(), customers: z.number().int() })),
      notScored: z.number().int(),
    }),
    rateLimit: "read",
    tags: ["Company"],
  }),
  previewChurn: defineRoute({
    method: "POST",
    path: "/company/scoring/churn-preview",
    summary: "How many customers count as gone today, by each definition of having left",
    policy: "settings:read",
    body: z.object({ inactiveDays: wholeDaysSchema }),
    response: churnPreviewSchema,
    rateLimit: "read",
    tags: ["Company"],
  }),
  updateScoring: defineRoute({
    method: "PUT",
    path: "/company/scoring",
    summary: "Change how customers are scored; what counts as having left takes `company:manage`",
    policy: "settings:write",
    body: scoringSettingsSchema,
    response: scoringSettingsSchema,
    rateLimit: "write",
    tags: ["Company"],
  }),
};
