import { timelineRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readTimeline } from "./read-timeline.ts";

/** Binds a customer's timeline. */
export function bindTimelineRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, timelineRoutes.get, ({ params, query, user }) =>
    readTimeline(db, user.companyId, params.id, query, clock.now()),
  );
}
