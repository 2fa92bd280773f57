export { liveConnection, useLiveConnection } from "./live.ts";
export type { LiveConnection } from "./live-connection.ts";
export { hubTransports } from "./live-state.ts";
export type { HubTransport, LiveSnapshot, LiveState } from "./live-state.ts";
export { withoutSecrets } from "./live-log.ts";
export type { RefreshRules } from "./refresh-rules.ts";
