import { trackRecordRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listScoreFeedback, sayOfScore } from "./score-feedback.ts";
import { readTrackRecord } from "./read-track-record.ts";

export function bindTrackRecordRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, trackRecordRoutes.get, ({ user }) => readTrackRecord(db, user.companyId, clock.now()));
  bind(api, trackRecordRoutes.listFeedback, async ({ params, user }) => ({
    items: await listScoreFeedback(db, user, params.id),
  }));
  bind(api, trackRecordRoutes.sayOfScore, ({ params, body, user }) =>
    sayOfScore(db, user, params.id, body, clock.now()),
  );
}
