import { trackRecordRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readTrackRecord } from "./read-track-record.ts";

export function bindTrackRecordRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, trackRecordRoutes.get, ({ user }) => readTrackRecord(db, user.companyId, clock.now()));
}
