import { Readable } from "node:stream";
import { mailRoutes } from "@forestay/contracts";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withCompanyOf } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listMails, openMail, outboxReader } from "./outbox.ts";

const payload = z.object({ mailId: z.uuid() });

/** Binds the outbox: the company's mail for its Owner, all mail for an Admin. */
export function bindOutboxRoutes(api: Api, context: ModuleContext): void {
  const { db, tickets, config } = context;
  const emlDownload: DownloadKind<typeof payload> = {
    name: "mail.eml",
    schema: payload,
    // Who may read which mail is asked again when the link is opened.
    policy: "mail:read",
    async open({ mailId }, user) {
      const { raw } = await withSystem(db, (tx) => openMail(tx, outboxReader(user), mailId));
      return { fileName: "mail.eml", contentType: "message/rfc822", stream: Readable.from([raw]) };
    },
  };
  tickets.register(emlDownload);

  bind(api, mailRoutes.list, async ({ query, user }) => ({
    ...(await withSystem(db, (tx) => listMails(tx, outboxReader(user), query))),
    mailLeaves: config.smtpUrl !== null,
  }));

  bind(api, mailRoutes.get, async ({ params, user }) => {
    const reader = outboxReader(user);
    const { raw: _raw, ...mail } = await withSystem(db, (tx) => openMail(tx, reader, params.id));
    return mail;
  });

  bind(api, mailRoutes.download, async ({ params, user }) => {
    const reader = outboxReader(user);
    return withCompanyOf(db, user, async (tx) => {
      const mail = await openMail(tx, reader, params.id);
      if (user.companyId === null) {
        throw new AppError("forbidden", { message: "Download links are issued to members of a company." });
      }
      await recordAudit(tx, user, { action: "mail.exported", target: mail.to, targetId: params.id });
      return tickets.issue(tx, emlDownload, user as CompanyUser, { mailId: params.id });
    });
  });
}
