import { stepDoneThere } from "#modules/integrations/index.ts";
import { on } from "#platform/events/domain-events.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { recordStepDoneThere } from "./steps-done.ts";
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
export const nextStepsModule: ServerModule = {
  name: "next-steps",
  routes: bindNextStepsRoutes,
  subscriptions: [
    on(stepDoneThere, (tx, { companyId, ...done }, { clock }) =>
      recordStepDoneThere(tx, companyId, done, clock.now()),
    ),
  ],
};
