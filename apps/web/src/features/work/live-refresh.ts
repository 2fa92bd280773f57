import { customerKeys, workKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const workRefresh = {
  work_changed: [workKeys.all, customerKeys.events],
  segments_changed: [workKeys.keepings, workKeys.keeping],
  analysis_completed: [workKeys.keepings, workKeys.keeping, workKeys.cases],
  import_completed: [workKeys.keepings, workKeys.keeping],
} satisfies RefreshRules;
