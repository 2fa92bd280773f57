import { supportStaffRoutes } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "./canned-replies.ts";
import { claimSession, releaseSession } from "./claim-session.ts";
import { listStaffSessions } from "./list-sessions.ts";
import { markPresence } from "./presence.ts";
import { addStaffNote, readStaffSession } from "./read-session.ts";
import { readSupportTiles } from "./tiles.ts";

/** Binds what support's staff do. */
export function bindSupportStaffRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, supportStaffRoutes.sessions, ({ user, query }) =>
    withSystem(db, (tx) => listStaffSessions(tx, user.userId, query, clock.now())),
  );
  bind(api, supportStaffRoutes.session, ({ user, params }) =>
    withSystem(db, (tx) => readStaffSession(tx, user, params.id)),
  );
  bind(api, supportStaffRoutes.claim, ({ user, params }) => claimSession(context, user, params.id));
  bind(api, supportStaffRoutes.release, ({ user, params }) => releaseSession(context, user, params.id));
  bind(api, supportStaffRoutes.addNote, ({ user, params, body }) =>
    addStaffNote(context, user, params.id, body),
  );
  bind(api, supportStaffRoutes.tiles, () => withSystem(db, (tx) => readSupportTiles(tx, clock.now())));
  bind(api, supportStaffRoutes.presence, async ({ user, body }) => {
    await markPresence(context, user.userId, body);
    return {};
  });
  bind(api, supportStaffRoutes.cannedReplies, async () => ({
    items: await withSystem(db, listCannedReplies),
  }));
  bind(api, supportStaffRoutes.createReply, ({ user, body }) => createCannedReply(context, user, body));
  bind(api, supportStaffRoutes.updateReply, ({ user, params, body }) =>
    updateCannedReply(context, user, params.id, body),
  );
  bind(api, supportStaffRoutes.removeReply, async ({ user, params }) => {
    await removeCannedReply(context, user, params.id);
    return {};
  });
}
