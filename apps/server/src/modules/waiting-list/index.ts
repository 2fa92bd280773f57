import type { ServerModule } from "#platform/server-module.ts";
import { bindWaitingListRoutes } from "./routes.ts";

export { eraseWaitingOf, findWaitingInvitation, markRegistered } from "./waiting-list-repository.ts";

/** Visitors who asked to be let in, and letting them in. */
export const waitingListModule: ServerModule = { name: "waiting-list", routes: bindWaitingListRoutes };
