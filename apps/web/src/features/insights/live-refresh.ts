import { insightsKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const insightsRefresh = {
  analysis_completed: [insightsKeys.all],
  import_completed: [insightsKeys.all],
  company_changed: [insightsKeys.all],
} satisfies RefreshRules;
