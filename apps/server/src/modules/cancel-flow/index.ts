import { cancelFlowRoutes, cancelSessionRoutes } from "@forestay/contracts";
import { bind } from "#platform/http/bind.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { decide, lookAtSession, sayReason } from "./answer.ts";
import { getFlow, saveFlow } from "./flow.ts";
import { readCancelResults } from "./results.ts";
import { listSessions, readSession, settleSession, startSession } from "./sessions.ts";

/** What customers who want to leave are asked and offered, and what came of it. */
export const cancelFlowModule: ServerModule = {
  name: "cancel-flow",
  routes(api, context) {
    bind(api, cancelFlowRoutes.get, ({ user }) => getFlow(context, user.companyId));
    bind(api, cancelFlowRoutes.save, ({ body, user }) => saveFlow(context, user, body));
    bind(api, cancelFlowRoutes.start, ({ body, user }) => startSession(context, user, body));
    bind(api, cancelFlowRoutes.sessions, ({ query, user }) => listSessions(context, user.companyId, query));
    bind(api, cancelFlowRoutes.session, ({ params, user }) =>
      readSession(context, user.companyId, params.id),
    );
    bind(api, cancelFlowRoutes.settle, ({ params, body, user }) =>
      settleSession(context, user, params.id, body),
    );
    bind(api, cancelFlowRoutes.results, ({ user }) => readCancelResults(context, user.companyId));
    bind(api, cancelSessionRoutes.look, ({ params }) => lookAtSession(context, params.token));
    bind(api, cancelSessionRoutes.say, ({ params, body }) => sayReason(context, params.token, body));
    bind(api, cancelSessionRoutes.decide, ({ params, body }) => decide(context, params.token, body));
  },
};
