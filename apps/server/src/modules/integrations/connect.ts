import { integrationObjects, providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { Account, ProviderApi } from "./connector.ts";
import { hintOf, sealFor } from "./credential.ts";
import { findIntegration, updateIntegration } from "./integration-rows.ts";
import { nextSyncAt } from "./next-sync.ts";
import { forgetTokens, writeTokens, type Tokens } from "./oauth/token-rows.ts";
import { enqueuePosting } from "./posting/post-job.ts";
import { connectorOf, openWith, sandboxOf } from "./providers.ts";
import { refuseWhileRemoved } from "./removal/removal-rows.ts";
import { ProviderError } from "./provider-error.ts";
import { incomingAddress } from "./renew-subscription.ts";

type Context = Pick<ModuleContext, "config" | "db" | "clock" | "jobs" | "outbound" | "secretKeys">;

/** What a person showed: a credential, or that the sandbox is meant. */
export type Shown = { credential: string } | { sandbox: true };

/**
 * Connects a system, or gives a connection a new credential of the same account; what was read before stays, and goes on from
 * there. Throws `validation_failed` at the credential where it does not let us in, `conflict` where it is of another account.
 */
export async function connect(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  shown: Shown,
): Promise<void> {
  const { companyId } = user;
  const before = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  // Another key of a sandbox that is connected is the sandbox's.
  const isSandbox = "sandbox" in shown || before?.is_sandbox === true;
  const credential = "sandbox" in shown ? sandboxCredential(context, provider) : shown.credential;
  if (!("sandbox" in shown)) checkBeginning(provider, credential);
  const api = openWith(context, provider, {
    credential,
    isSandbox,
    paceKey: before?.account_id ?? hintOf(credential),
  });
  await establish(context, user, provider, { api, isSandbox, by: { credential } });
}

/** A way in that was found to work. */
interface Found {
  api: ProviderApi;
  isSandbox: boolean;
  by: { credential: string } | { tokens: Tokens };
}

/** Keeps a way into an account: of a new connection, or of the account that is connected already. Throws as `connect` does. */
export async function establish(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  { api, isSandbox, by }: Found,
): Promise<void> {
  const { db, clock, secretKeys } = context;
  const { companyId } = user;
  const account = await identify(api, provider);
  const isUntold = await withTenant(db, companyId, async (tx) => {
    const known = await findIntegration(tx, companyId, provider, { lock: true });
    if (!known) await refuseWhileRemoved(tx, companyId, provider);
    if (known && known.account_id !== account.id)
      throw new AppError("conflict", {
        message: `This lets us into the account '${account.name}' (${account.id}). Connected is '${known.account_name}' (${known.account_id}): disconnect it first.`,
      });
    const now = clock.now();
    const shownColumns = {
      account_name: account.name,
      is_test_mode: account.isTestMode,
      is_sandbox: isSandbox,
      credential:
        "credential" in by ? sealFor(secretKeys, companyId, provider, "credential", by.credential) : null,
      credential_hint: "credential" in by ? hintOf(by.credential) : null,
      credential_at: clock.now(),
      status: "Connected" as const,
      failures_in_a_row: 0,
      last_error: null,
      // Over for whoever connects it anew: the schedule takes in what waited.
      rests_until: known?.rests_until == null ? null : now,
    };
    if (known) {
      // What was missed meanwhile comes with the next minute.
      const isFollowed = known.followed_until !== null && known.frequency !== "Manual";
      await updateIntegration(tx, companyId, provider, {
        ...shownColumns,
        ...(known.status !== "Syncing" && { next_sync_at: isFollowed ? now : null }),
        ...(known.status === "Syncing" && { status: "Syncing" as const }),
      });
    } else {
      await tx
        .insertInto("integrations")
        .values({
          ...shownColumns,
          company_id: companyId,
          provider,
          account_id: account.id,
          frequency: integrationObjects(provider).length === 0 ? "Manual" : "Hourly",
          connected_at: now,
          ...actorColumns("connected_by", user),
        })
        .execute();
      await claimAccount(tx, companyId, provider, account, isSandbox);
    }
    if ("tokens" in by) await writeTokens(tx, secretKeys, companyId, provider, by.tokens);
    else await forgetTokens(tx, companyId, provider);
    // What waited for access goes on.
    if (connectorOf(provider).posts) await enqueuePosting(tx, context.jobs, companyId, provider);
    await recordAudit(tx, user, {
      action: "integration.connected",
      target: `${providerWords(provider).name}: ${account.name}`,
    });
    return !known || known.webhook_id === null;
  });
  if (isUntold) await subscribe(context, companyId, provider, api);
}

/** A real account is one company's: its customers would otherwise be two companies', and its news nobody's in particular. */
async function claimAccount(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { id, name, isTestMode }: Account,
  isSandbox: boolean,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into integration_accounts (provider, account_id, company_id, is_shared)
    values (${provider}, ${id}, ${companyId}, ${isTestMode || isSandbox}) on conflict do nothing`.execute(tx);
  if ((numAffectedRows ?? 0n) === 0n)
    throw new AppError("conflict", {
      message: `The account '${name}' (${id}) is connected to another company on this server. Disconnect it there first.`,
    });
}

/** Asks a connected system now whether it still lets us in; what it says is kept either way. */
export async function testConnection(
  { db, clock, jobs }: Context,
  companyId: string,
  provider: IntegrationProvider,
  api: ProviderApi,
): Promise<void> {
  const failed = await api.identify().then(
    () => null,
    (error: unknown) => {
      if (error instanceof ProviderError) return error;
      throw error;
    },
  );
  if (failed?.failure === "passing") throw new AppError("provider_unavailable", { message: failed.message });
  await withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, provider, { lock: true });
    if (!row || row.status === "Syncing") return;
    await updateIntegration(tx, companyId, provider, {
      status: failed === null ? "Connected" : failed.failure === "expired" ? "TokenExpired" : "Error",
      last_error: failed?.message ?? null,
      ...(failed === null && {
        failures_in_a_row: 0,
        rests_until: row.rests_until === null ? null : clock.now(),
      }),
      next_sync_at:
        failed !== null
          ? null
          : (row.next_sync_at ??
            (row.followed_until === null ? null : nextSyncAt(companyId, row.frequency, clock.now()))),
    });
    if (failed === null && connectorOf(provider).posts) await enqueuePosting(tx, jobs, companyId, provider);
  });
}

function sandboxCredential(context: Context, provider: IntegrationProvider): string {
  const sandbox = sandboxOf(context, provider);
  if (sandbox === null)
    throw new AppError("invalid_state", { message: "This server keeps no sandbox of it." });
  return sandbox.credential;
}

function checkBeginning(provider: IntegrationProvider, credential: string): void {
  const { name, credential: pasted } = providerWords(provider);
  if (pasted === null)
    throw new AppError("validation_failed", {
      fields: { credential: `${name} is connected on its own page.` },
    });
  if (!credential.startsWith(pasted.begins))
    throw new AppError("validation_failed", {
      fields: { credential: `A ${pasted.label.toLowerCase()} begins with '${pasted.begins}'.` },
    });
}

async function identify(api: ProviderApi, provider: IntegrationProvider): Promise<Account> {
  const { name } = providerWords(provider);
  try {
    return await api.identify();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === "expired")
      throw new AppError("validation_failed", {
        fields: { credential: `${name} does not accept this key.` },
      });
    if (error.failure === "forbidden")
      throw new AppError("validation_failed", { fields: { credential: error.message } });
    throw new AppError("provider_unavailable", { message: `${error.message} Nothing was changed.` });
  }
}

/** Has the system tell us of changes, where the credential allows it and it can reach us; else we ask. */
async function subscribe(
  { config, db, secretKeys }: Context,
  companyId: string,
  provider: IntegrationProvider,
  api: ProviderApi,
): Promise<void> {
  // A restored copy beside the original would take its news away.
  if (config.outgoingHold !== null) return;
  const address = incomingAddress(config, { company_id: companyId, provider });
  const told = await api.subscribe(address).catch((error: unknown) => {
    if (error instanceof ProviderError) return null;
    throw error;
  });
  if (told === null) return;
  await withTenant(db, companyId, (tx) =>
    updateIntegration(tx, companyId, provider, {
      webhook_id: told.id,
      webhook_secret: sealFor(secretKeys, companyId, provider, "webhook_secret", told.secret),
    }),
  );
}
