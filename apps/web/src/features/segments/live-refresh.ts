import { customerKeys, segmentKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const segmentsRefresh = {
  segments_changed: [
    segmentKeys.list,
    segmentKeys.detail,
    segmentKeys.fields,
    segmentKeys.preview,
    segmentKeys.narrowing,
    segmentKeys.comparison,
    segmentKeys.flow,
    segmentKeys.members,
    customerKeys.list,
  ],
  analysis_completed: [segmentKeys.all],
  import_completed: [segmentKeys.all],
} satisfies RefreshRules;
