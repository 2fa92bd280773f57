import { customerKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const customersRefresh = {
  analysis_completed: [customerKeys.all],
  import_completed: [customerKeys.all],
  bulk_action_moved: [customerKeys.bulkActions],
  // Lists filter by owner, tag and case.
  work_changed: [customerKeys.list],
} satisfies RefreshRules;
