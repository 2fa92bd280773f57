import { customerKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const customersRefresh = {
  analysis_completed: [customerKeys.all],
  import_completed: [customerKeys.all],
} satisfies RefreshRules;
