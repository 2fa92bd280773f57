import { recoveryKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const recoveryRefresh = {
  recovery_changed: [
    recoveryKeys.figures,
    recoveryKeys.cases,
    recoveryKeys.case,
    recoveryKeys.results,
    recoveryKeys.cards,
    recoveryKeys.cancelSessions,
  ],
  analysis_completed: [recoveryKeys.cases],
} satisfies RefreshRules;
