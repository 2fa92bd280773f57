import { analyticsKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const analyticsRefresh = {
  analysis_completed: [analyticsKeys.all],
  // Who left may be known better now.
  import_completed: [analyticsKeys.completeness, analyticsKeys.customers, analyticsKeys.plan],
  // Whom a task is open for.
  work_changed: [analyticsKeys.customers],
} satisfies RefreshRules;
