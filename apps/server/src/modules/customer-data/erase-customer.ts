import { typeToConfirm } from "@forestay/contracts/words";
import { z } from "zod";
import { eraseCustomerFromAudit, recordAudit } from "#modules/audit/index.ts";
import type { Actor } from "#modules/companies/index.ts";
import {
  changeCustomerTotals,
  customersMarked,
  deleteCustomer,
  forgetQuestionsOf,
  readSharedIdentity,
  listMergedInto,
  lockIdentity,
  type CustomerIdentity,
  keepErasedLinks,
} from "#modules/customers/index.ts";
import { forgetInAnalyses } from "#modules/analyses/index.ts";
import { forgetInBulkActions } from "#modules/bulk-actions/index.ts";
import { forgetInCampaigns } from "#modules/campaigns/index.ts";
import { forgetInConversations } from "#modules/chatbot/index.ts";
import { forgetInViews } from "#modules/customer-views/index.ts";
import { forgetInSegments } from "#modules/segments/index.ts";
import { forgetInSupport } from "#modules/support/index.ts";
import { forgetInWork } from "#modules/work/index.ts";
import { forgetInImports, hasOpenImport } from "#modules/imports/index.ts";
import { erasePostsSaying, forgetInIntegrations } from "#modules/integrations/index.ts";
import { forgetInLedger, ledgerIdsOf } from "#modules/ledger/index.ts";
import { eraseMailsSaying } from "#modules/mail/index.ts";
import { eraseNotificationsSaying } from "#modules/notifications/index.ts";
import { forgetInTracking } from "#modules/tracking/index.ts";
import type { PersonWords } from "#platform/db/forget-words.ts";
import { withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { defineEvent } from "#platform/events/domain-events.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { forgetFinishedJobs } from "#platform/jobs/forget-jobs.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Told in the transaction that erases; nothing of the customer but its id is left to tell. */
export const customerErased = defineEvent<{ companyId: string; customerId: string }>("customer-data.erased");

/** Shorter names stand in too many other words to be looked for in texts. */
const SHORTEST_LOOKED_FOR = 4;

/** Texts of a whole company are looked through: less than its route has. */
const LONG = { statementTimeoutMs: 50_000 };

/** Files that may hold an erased customer. After the erasure has committed, and until it is done. */
export const removeFilesJob = defineJob({
  name: "customer-data.remove-files",
  schema: z.object({ keys: z.array(z.string()) }),
  retryLimit: 20,
  async handler({ files, payload: { keys } }) {
    for (const key of keys) await files.remove(key);
  },
});

/**
 * Erases a customer from every table and file. Its rows go with it; texts about several, as a notification or a mail, go
 * where they name it; the audit log keeps that something was done. Throws `invalid_state` while an import is open, whose
 * file may bring it back.
 */
export async function eraseCustomer(
  context: Context,
  user: CompanyUser,
  customerId: string,
  typedName: string,
): Promise<void> {
  await eraseNow(context, user, user.companyId, customerId, typedName);
}

/** The same for whoever asks, who may be a connected system: then nobody types a name. */
export async function eraseNow(
  { db, jobs, events }: Context,
  actor: Actor,
  companyId: string,
  customerId: string,
  typedName?: string,
): Promise<void> {
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      // Before the customer: whoever writes customers takes this lock first, so that none waits for the other in a circle.
      await changeCustomerTotals(client, companyId, 0);
      const identity = await lockIdentity(tx, companyId, customerId);
      if (!identity) throw new AppError("not_found", { message: "This customer does not exist." });
      if (typedName !== undefined && typedName !== identity.name.trim())
        throw new AppError("validation_failed", {
          fields: { typedName: typeToConfirm(identity.name.trim()) },
        });
      if (await hasOpenImport(tx, companyId))
        throw new AppError("invalid_state", {
          message:
            "An import is not finished, and its file may bring this customer back. Finish or cancel it first.",
        });
      // What those were known by who were merged into it is the same person's.
      const known = [{ id: customerId, identity }, ...(await listMergedInto(tx, companyId, customerId))];
      const keys: string[] = [];
      const links = await keepErasedLinks(tx, companyId, customerId);
      const asked = await forgetQuestionsOf(client, companyId, customerId);
      const told = await ledgerIdsOf(tx, companyId, customerId);
      await forgetInIntegrations(tx, companyId, [...links, ...asked, ...told]);
      for (const one of known) {
        const words = [...wordsOf(one.identity), ...links.map((link) => link.toLowerCase())];
        keys.push(...(await forgetInImports(tx, companyId, one.id, one.identity)));
        await forgetInLedger(tx, companyId, one.id, one.identity);
        await forgetInTracking(tx, companyId, one.identity, words);
        await forgetInConversations(tx, companyId, one.id, words);
        await erasePostsSaying(tx, companyId, one.id, words);
        await eraseNotificationsSaying(tx, companyId, one.id, words);
        await eraseMailsSaying(tx, companyId, one.id, words);
        await forgetFinishedJobs(tx, one.id);
        await eraseCustomerFromAudit(tx, companyId, one.id, words);
      }
      await forgetInTexts(tx, companyId, customerId, known);
      await deleteCustomer(client, companyId, customerId);
      await recordAudit(tx, actor, {
        action: "customer.erased",
        target: "Erased customer",
        targetId: customerId,
      });
      await events.emit(tx, customersMarked, { companyId });
      await events.emit(tx, customerErased, { companyId, customerId });
      if (keys.length > 0) await jobs.enqueue(tx, removeFilesJob, { keys });
      await publishEvent(tx, { companyId }, "work_changed", { customerId });
    },
    LONG,
  );
}

/** What others wrote about it: notes of other customers, rules that ask for it, messages to support. */
async function forgetInTexts(
  tx: Tx,
  companyId: string,
  customerId: string,
  known: readonly { identity: CustomerIdentity }[],
): Promise<void> {
  const own: string[] = [];
  const names: string[] = [];
  for (const { identity } of known) {
    const shared = await readSharedIdentity(tx, companyId, customerId, identity);
    const name = identity.fullName?.trim() ?? "";
    if (/\S\s+\S/.test(name) && !shared.name) names.push(name);
    if (identity.email !== null && !shared.email) own.push(identity.email);
    // An id of digits alone is a number like any other.
    const id = identity.externalId ?? "";
    if (id.length >= SHORTEST_LOOKED_FOR && /\p{L}/u.test(id) && /\d/.test(id)) own.push(id);
  }
  const words: PersonWords = { own, names };
  await forgetInWork(tx, companyId, words);
  await forgetInViews(tx, companyId, words);
  await forgetInSegments(tx, companyId, words);
  await forgetInCampaigns(tx, companyId, words);
  await forgetInBulkActions(tx, companyId, words);
  await forgetInAnalyses(tx, companyId, words);
  await forgetInSupport(tx, companyId, words);
}

type Context = Pick<ModuleContext, "db" | "jobs" | "events">;

/** What texts are searched for, in lower case. */
export function wordsOf({ fullName, email, externalId }: CustomerIdentity): string[] {
  return [fullName, email, externalId]
    .filter((word) => word !== null && word.length >= SHORTEST_LOOKED_FOR)
    .map((word) => (word ?? "").toLowerCase());
}
