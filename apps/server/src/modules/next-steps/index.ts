import type { ServerModule } from "#platform/server-module.ts";
import { bindNextStepsRoutes } from "./routes.ts";

export * from "./engine-door.ts";
export { readRecommendedSteps } from "./next-steps.ts";
export {
  hasStepsDoneBy,
  readStepsTaken,
  recordStepDone,
  writeStepDone,
  type StepsTaken,
} from "./steps-done.ts";
export { readStepEffects } from "./step-effects.ts";

/** What can be done to keep a customer: the company's next steps, which were taken, and what came of it. */
export const nextStepsModule: ServerModule = { name: "next-steps", routes: bindNextStepsRoutes };
