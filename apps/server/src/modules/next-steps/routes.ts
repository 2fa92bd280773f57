import { nextStepRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readNextSteps, resetNextSteps, writeNextSteps } from "./next-steps.ts";
import { readStepEffects } from "./step-effects.ts";
import { listStepsDone, markStepDone, unmarkStepDone } from "./steps-done.ts";

export function bindNextStepsRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, nextStepRoutes.get, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readNextSteps(tx, user.companyId)),
  );
  bind(api, nextStepRoutes.update, ({ body, user }) => writeNextSteps(db, user, body.steps, clock.now()));
  bind(api, nextStepRoutes.reset, ({ user }) => resetNextSteps(db, user));
  bind(api, nextStepRoutes.listDone, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await listStepsDone(tx, user.companyId, params.id),
    })),
  );
  bind(api, nextStepRoutes.markDone, ({ params, body, user }) =>
    markStepDone(db, user, params.id, body.code, clock.now()),
  );
  bind(api, nextStepRoutes.unmarkDone, async ({ params, user }) => {
    await unmarkStepDone(db, user, params.id, params.stepId);
    return {};
  });
  bind(api, nextStepRoutes.effects, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      items: await readStepEffects(tx, user.companyId, clock.now()),
    })),
  );
}
