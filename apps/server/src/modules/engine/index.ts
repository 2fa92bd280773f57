export { startEngine, type Engine } from "./engine.ts";
export { createStandbyEngine, type StandbyEngine } from "./standby-engine.ts";
