import { cancelFlowRoutes, cancelSessionRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { decide, lookAtSession, sayReason } from "./answer.ts";
import { getFlow, saveFlow } from "./flow.ts";
import { readCancelResults } from "./results.ts";
import { listSessions, readSession, settleSession, startSession } from "./sessions.ts";

/** Binds the company's cancel flow, and its public sessions. */
export function bindCancelFlowRoutes(api: Api, context: ModuleContext): void {
  bind(api, cancelFlowRoutes.get, ({ user }) => getFlow(context, user.companyId));
  bind(api, cancelFlowRoutes.save, ({ body, user }) => saveFlow(context, user, body));
  bind(api, cancelFlowRoutes.start, ({ body, user }) => startSession(context, user, body));
  bind(api, cancelFlowRoutes.sessions, ({ query, user }) => listSessions(context, user.companyId, query));
  bind(api, cancelFlowRoutes.session, ({ params, user }) => readSession(context, user.companyId, params.id));
  bind(api, cancelFlowRoutes.settle, ({ params, body, user }) =>
    settleSession(context, user, params.id, body),
  );
  bind(api, cancelFlowRoutes.results, ({ user }) => readCancelResults(context, user.companyId));
  bind(api, cancelSessionRoutes.look, ({ params }) => lookAtSession(context, params.token));
  bind(api, cancelSessionRoutes.say, ({ params, body }) => sayReason(context, params.token, body));
  bind(api, cancelSessionRoutes.decide, ({ params, body }) => decide(context, params.token, body));
}
