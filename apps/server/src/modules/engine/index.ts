export { startEngine, type Engine } from "./engine.ts";
export type { UpliftQuality } from "@forestay/churn-model";
export type { UpliftTask } from "./engine-messages.ts";
export { createStandbyEngine, type StandbyEngine } from "./standby-engine.ts";
