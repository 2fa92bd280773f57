export { liveConnection, useLiveConnection } from "./live.ts";
export { liveErrors } from "./live-state.ts";
export type { LiveSnapshot, LiveState } from "./live-state.ts";
export type { LiveLogEntry } from "./live-log.ts";
