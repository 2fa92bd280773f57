import { integrationKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const integrationsRefresh = {
  integration_changed: [
    integrationKeys.list,
    integrationKeys.detail,
    integrationKeys.runs,
    integrationKeys.failures,
    integrationKeys.matches,
    integrationKeys.posting,
    integrationKeys.posts,
  ],
} satisfies RefreshRules;
