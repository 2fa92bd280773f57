import {
  integrationObjects,
  providerWords,
  type IntegrationProvider,
  type SyncFrequency,
} from "@forestay/contracts/vocabulary";
import { recordAudit, changesOf } from "#modules/audit/index.ts";
import { changeCustomerTotals, forgetQuestionsFrom, releaseFields } from "#modules/customers/index.ts";
import { EVERY_ROW, withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { mayPass, type CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import {
  findRunning,
  lockIntegration,
  tellChange,
  updateIntegration,
  updateRun,
  type IntegrationRow,
} from "./integration-rows.ts";
import { nextSyncAt } from "./next-sync.ts";
import { revokeToken } from "./oauth/ask-for-tokens.ts";
import { findTokens } from "./oauth/token-rows.ts";
import { removeDataJob } from "./removal/remove-data.ts";
import { keepRemoval } from "./removal/removal-rows.ts";
import { oauthQuestion, openStored } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { nextKind, startRun } from "./start-run.ts";

type Context = Pick<ModuleContext, "config" | "db" | "clock" | "jobs" | "outbound" | "secretKeys">;

interface Change {
  frequency: SyncFrequency;
  excludedObjects: string[];
  version: number;
}

/** Changes how often a system is asked, and for what. Throws `conflict` where somebody else changed it meanwhile. */
export async function changeIntegration(
  { db, clock }: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  { frequency, excludedObjects, version }: Change,
): Promise<void> {
  const { companyId } = user;
  const objects = integrationObjects(provider).map(({ object }) => object);
  const unknown = excludedObjects.find((object) => !objects.includes(object));
  if (unknown !== undefined)
    throw new AppError("validation_failed", {
      fields: { excludedObjects: `There is no object '${unknown}'.` },
    });
  const [customers] = integrationObjects(provider);
  if (customers && excludedObjects.includes(customers.object))
    throw new AppError("validation_failed", {
      fields: { excludedObjects: `${customers.label} always come in: the rest is of them.` },
    });
  await withTenant(db, companyId, async (tx) => {
    const row = await lockIntegration(tx, companyId, provider);
    if (row.version !== version)
      throw new AppError("conflict", {
        message: "Somebody else changed these settings. Look at them and try again.",
      });
    const now = clock.now();
    const isFollowed = row.status === "Connected" && row.followed_until !== null;
    const after = { frequency, excluded_objects: [...new Set(excludedObjects)].toSorted() };
    const changes = changesOf({ frequency: row.frequency, excluded_objects: row.excluded_objects }, after);
    if (changes === null) return;
    // An object that is wanted again was not followed meanwhile: everything is read anew.
    const isWidened = row.excluded_objects.some((object) => !after.excluded_objects.includes(object));
    await updateIntegration(tx, companyId, provider, {
      ...after,
      version: version + 1,
      next_sync_at: isFollowed ? nextSyncAt(companyId, frequency, now) : row.next_sync_at,
      ...(isWidened && { followed_until: null }),
    });
    await recordAudit(tx, user, {
      action: "integration.changed",
      target: providerWords(provider).name,
      ...changes,
    });
  });
}

/** Starts reading: everything the first time or when asked to, else the changes since. */
export async function syncNow(
  { db, clock, jobs }: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  ask: { all: boolean } | { failureIds: readonly string[] | null },
): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    const row = await lockIntegration(tx, user.companyId, provider);
    if (row.status === "TokenExpired")
      throw new AppError("invalid_state", { message: "It no longer lets us in. Connect it again first." });
    if (integrationObjects(provider).length === 0)
      throw new AppError("invalid_state", {
        message: `Nothing comes in from ${providerWords(provider).name}.`,
      });
    const now = clock.now();
    const kind = "failureIds" in ask ? "retry" : ask.all ? "first" : nextKind(row, now);
    const failureIds = "failureIds" in ask ? ask.failureIds : null;
    if (!(await startRun(tx, jobs, row, { kind, startedBy: user, now, failureIds })))
      throw new AppError("invalid_state", { message: "It is being read already." });
    await recordAudit(tx, user, { action: "integration.sync_started", target: providerWords(provider).name });
  });
}

/** Stops a run; what has come in stays, and the next one goes on from there. */
export async function stopSync(
  { db, clock }: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    const row = await lockIntegration(tx, user.companyId, provider);
    const run = await findRunning(tx, user.companyId, provider);
    if (!run) throw new AppError("invalid_state", { message: "It is not being read." });
    await updateRun(tx, run, { status: "stopped", ended_at: clock.now() });
    await updateIntegration(tx, user.companyId, provider, {
      status: "Connected",
      next_sync_at:
        row.followed_until === null ? null : nextSyncAt(user.companyId, row.frequency, clock.now()),
    });
    await recordAudit(tx, user, { action: "integration.stopped", target: providerWords(provider).name });
  });
}

/**
 * Forgets the credential, the address there and what was not taken in. `keep`: customers and their ledger stay, with what that
 * system calls them, so that connecting it again doubles nobody. `delete`: what came from it alone goes, as a job; throws `forbidden`
 * to whom company:manage is not given.
 */
export async function disconnect(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  data: "keep" | "delete",
): Promise<void> {
  const { db, clock, jobs } = context;
  const { companyId } = user;
  if (data === "delete" && !mayPass("company:manage", user))
    throw new AppError("forbidden", {
      fields: { data: `Only an Owner deletes what came from ${providerWords(provider).name}` },
    });
  const row = await withTenant(db, companyId, (tx) => lockIntegration(tx, companyId, provider));
  if (data === "delete" && integrationObjects(provider).length === 0)
    throw new AppError("validation_failed", {
      fields: { data: `Nothing came in from ${providerWords(provider).name}.` },
    });
  if (context.config.outgoingHold === null) {
    // Not reached, or no longer let in: it goes unanswered from now on, and ends by itself there.
    await giveBack(context, row).catch((error: unknown) => {
      if (!(error instanceof ProviderError || error instanceof OutboundError)) throw error;
    });
  }
  await withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      // First, as everybody does who writes many customers.
      await changeCustomerTotals(client, companyId, 0);
      await lockIntegration(tx, companyId, provider);
      await forgetQuestionsFrom(tx, companyId, provider, { answersToo: data === "delete" });
      if (data === "keep") await releaseFields(client, companyId, provider);
      else {
        await keepRemoval(tx, user, provider, row.account_name, clock.now());
        await jobs.enqueue(
          tx,
          removeDataJob,
          { companyId, provider },
          { groupKey: `${companyId}:${provider}` },
        );
      }
      await tx
        .deleteFrom("integrations")
        .where("company_id", "=", companyId)
        .where("provider", "=", provider)
        .execute();
      await recordAudit(tx, user, {
        action: "integration.disconnected",
        target: `${providerWords(provider).name}: ${row.account_name}`,
        after: { data: data === "keep" ? "kept" : "deleted" },
      });
      await tellChange(tx, companyId, provider);
    },
    EVERY_ROW,
  );
}

/** Ends there what was set up for us: the address that is told of changes, then our access. */
async function giveBack(context: Context, row: IntegrationRow): Promise<void> {
  const { company_id: companyId, provider } = row;
  const api = openStored(context, row);
  if (row.webhook_id !== null) await api.unsubscribe(row.webhook_id);
  if (row.credential === null) await api.revoke?.();
  const question = oauthQuestion(context, provider, row.is_sandbox);
  if (row.credential !== null || question === null) return;
  const tokens = await withTenant(context.db, companyId, (tx) =>
    findTokens(tx, context.secretKeys, companyId, provider),
  );
  if (tokens) await revokeToken(question, tokens.refreshToken ?? tokens.accessToken);
}
