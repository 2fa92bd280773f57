import { supportRoutes } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { openOwnSession, openSession } from "./access.ts";
import { keepAttachment, readAttachment } from "./attachments.ts";
import { takeContact } from "./contact.ts";
import { closeSession, rateSession } from "./end-session.ts";
import { escalateSession } from "./escalate.ts";
import { listOwnSessions, readActive } from "./list-own-sessions.ts";
import { listMessages } from "./messages.ts";
import { markSessionRead } from "./read-marks.ts";
import { sendMessage } from "./send-message.ts";
import { startSession } from "./start-session.ts";
import { findSupportAddress } from "./support-address.ts";
import { toSession } from "./to-session.ts";

/** Binds what a person does in their own sessions, and the contact form. */
export function bindSupportRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  bind(api, supportRoutes.start, ({ user, body }) => startSession(context, user, body));
  bind(api, supportRoutes.active, ({ user }) => readActive(context, user.userId));
  bind(api, supportRoutes.list, ({ user, query }) =>
    withSystem(db, (tx) => listOwnSessions(tx, user.userId, query)),
  );
  bind(api, supportRoutes.get, ({ user, params }) =>
    withSystem(db, async (tx) => toSession(await openOwnSession(tx, user, params.id))),
  );
  bind(api, supportRoutes.messages, ({ user, params, query }) =>
    withSystem(db, async (tx) => {
      const { row } = await openSession(tx, user, params.id);
      return { ...(await listMessages(tx, row, query)), session: toSession(row) };
    }),
  );
  bind(api, supportRoutes.send, ({ user, params, body }) => sendMessage(context, user, params.id, body));
  bind(api, supportRoutes.read, async ({ user, params, body }) => {
    await markSessionRead(context, user, params.id, body.sequence);
    return {};
  });
  bind(api, supportRoutes.escalate, ({ user, params, body }) =>
    escalateSession(context, user, params.id, body),
  );
  bind(api, supportRoutes.close, ({ user, params, body }) => closeSession(context, user, params.id, body));
  bind(api, supportRoutes.rate, ({ user, params, body }) => rateSession(context, user, params.id, body));
  bind(api, supportRoutes.attach, ({ user, params, body }) => keepAttachment(context, user, params.id, body));
  bind(api, supportRoutes.attachment, ({ user, params }) => readAttachment(context, user, params));
  bind(api, supportRoutes.contact, ({ body }) => takeContact(context, body));
  bind(api, supportRoutes.address, async () => ({ supportEmail: await findSupportAddress(context) }));
}
