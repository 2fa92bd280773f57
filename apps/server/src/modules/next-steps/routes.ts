import { planRoutes, stepsDoneRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readNextSteps, resetNextSteps, writeNextSteps } from "./next-steps.ts";
import { readStepEffects } from "./step-effects.ts";
import { listStepsDone, markStepDone, unmarkStepDone } from "./steps-done.ts";

export function bindNextStepsRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, planRoutes.readNextSteps, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readNextSteps(tx, user.companyId)),
  );
  bind(api, planRoutes.writeNextSteps, ({ body, user }) => writeNextSteps(db, user, body.steps, clock.now()));
  bind(api, planRoutes.resetNextSteps, ({ user }) => resetNextSteps(db, user));
  bind(api, stepsDoneRoutes.list, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listStepsDone(tx, user.companyId, params.id),
    })),
  );
  bind(api, stepsDoneRoutes.mark, ({ params, body, user }) =>
    markStepDone(db, user, params.id, body.code, clock.now()),
  );
  bind(api, stepsDoneRoutes.unmark, async ({ params, user }) => {
    await unmarkStepDone(db, user, params.id, params.stepId);
    return {};
  });
  bind(api, stepsDoneRoutes.effects, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await readStepEffects(tx, user.companyId, clock.now()),
    })),
  );
}
