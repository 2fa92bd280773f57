import { authKeys, customerKeys, settingsKeys } from "@/lib/api/query-keys.ts";
import type { RefreshRules } from "@/lib/live/index.ts";

export const settingsRefresh = {
  // The shell shows the company's name, and lists its currency, zone and bands.
  company_changed: [settingsKeys.company, settingsKeys.scoring, authKeys.me, customerKeys.facets],
} satisfies RefreshRules;
