import { waitingListRoutes } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { confirmPlace } from "./confirm-place.ts";
import { exportWaitingList } from "./export-waiting-list.ts";
import { inviteEntry, makeEntryLink } from "./invite-entry.ts";
import { joinWaitingList } from "./join-waiting-list.ts";
import { removeEntry } from "./remove-entry.ts";
import { listEntries } from "./waiting-list-repository.ts";

/** Binds joining, which anybody may, and what the platform's staff does with the list. */
export function bindWaitingListRoutes(api: Api, context: ModuleContext): void {
  const { db, config } = context;

  bind(api, waitingListRoutes.join, async ({ body, request }) => {
    await joinWaitingList(context, body, request.ip);
    return { confirmByMail: config.waitingListConfirm };
  });
  bind(api, waitingListRoutes.confirm, async ({ body, request }) => {
    await confirmPlace(context, body.token, request.ip);
    return {};
  });
  bind(api, waitingListRoutes.list, async ({ query }) => ({
    ...(await withSystem(db, (tx) => listEntries(tx, query))),
    mailLeaves: config.smtpUrl !== null,
  }));
  bind(api, waitingListRoutes.export, ({ body, user }) => exportWaitingList(context, user, body));
  bind(api, waitingListRoutes.invite, ({ params, user }) => inviteEntry(context, user, params.id));
  bind(api, waitingListRoutes.makeLink, ({ params, user }) => makeEntryLink(context, user, params.id));
  bind(api, waitingListRoutes.remove, async ({ params, user }) => {
    await removeEntry(context, user, params.id);
    return {};
  });
}
