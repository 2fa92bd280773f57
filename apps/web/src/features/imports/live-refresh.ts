import { importKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const importsRefresh = {
  import_completed: [importKeys.all],
} satisfies RefreshRules;
