import { dashboardKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const dashboardRefresh = {
  analysis_completed: [dashboardKeys.all],
  import_completed: [dashboardKeys.all],
  company_changed: [dashboardKeys.all],
} satisfies RefreshRules;
