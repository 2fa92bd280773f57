import { Readable } from "node:stream";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import { cardText } from "./card-text.ts";
import { readModelCard } from "./read-models.ts";

const cardSchema = z.object({ version: z.string() });

/** A model's card as a file: a one-time link, written down in the audit log as it is issued. */
export function createCardDownload({ db, tickets }: Pick<ModuleContext, "db" | "tickets">) {
  const card: DownloadKind<typeof cardSchema> = {
    name: "analytics.model_card",
    schema: cardSchema,
    policy: "analytics:read",
    open: async ({ version }, { companyId }) => {
      const model = await withTenant(db, companyId, (tx) => readModelCard(tx, companyId, version));
      return {
        fileName: `churn-model-${version}.md`,
        contentType: "text/markdown; charset=utf-8",
        stream: Readable.from([cardText(model)]),
      };
    },
  };
  tickets.register(card);
  return (user: CompanyUser, version: string) =>
    withTenant(db, user.companyId, async (tx) => {
      await readModelCard(tx, user.companyId, version);
      await recordAudit(tx, user, { action: "model.exported", target: version });
      return tickets.issue(tx, card, user, { version });
    });
}
