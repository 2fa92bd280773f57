import { timelineRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { readTimeline } from "./read-timeline.ts";

function bindRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, timelineRoutes.get, ({ params, query, user }) =>
    readTimeline(db, user.companyId, params.id, query, clock.now()),
  );
}

/** All that happened with a customer, asked of every room that knows some of it, in one order. */
export const timelineModule: ServerModule = { name: "timeline", routes: bindRoutes };
