import type { HubEvent } from "@forestay/contracts/wire";
import type { RefreshedKey } from "@/lib/api/query-keys.ts";

/** Which of a feature's own data an event makes old; each feature says so in its `live-refresh.ts`. */
export type RefreshRules = Partial<Record<HubEvent, readonly RefreshedKey[]>>;
