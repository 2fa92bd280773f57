import { createStandbyEngine, type StandbyEngine } from "#modules/engine/index.ts";
import type { ModuleContext } from "#platform/module.ts";

const engines = new WeakMap<ModuleContext, StandbyEngine>();

/** The one engine of an app's questions, whichever door they come by: a second would hold the same model once more. */
export function sharedEngine(context: ModuleContext): StandbyEngine {
  const engine = engines.get(context) ?? createStandbyEngine();
  engines.set(context, engine);
  return engine;
}
