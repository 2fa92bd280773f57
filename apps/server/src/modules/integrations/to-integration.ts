import type { Integration, SyncRun } from "@forestay/contracts";
import {
  integrationObjectLabel,
  integrationObjects,
  providerWords,
  type IntegrationProvider,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findIntegration, findRunning, type IntegrationRow, type RunRow } from "./integration-rows.ts";
import { readChoices } from "./posting/choices.ts";
import { findRemoval, toRemoval } from "./removal/removal-rows.ts";
import { connectorOf, sandboxOf, standingProviders } from "./providers.ts";

type Context = Pick<ModuleContext, "db" | "config">;

/** How things stand with every system that can be connected. */
export async function listIntegrations(context: Context, companyId: string): Promise<Integration[]> {
  const items: Integration[] = [];
  for (const provider of standingProviders) items.push(await readIntegration(context, companyId, provider));
  return items;
}

/** How things stand with one system. */
export async function readIntegration(
  context: Context,
  companyId: string,
  provider: IntegrationProvider,
): Promise<Integration> {
  return withTenant(context.db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, provider);
    const answer = {
      provider,
      name: providerWords(provider).name,
      status: row?.status ?? ("NotConnected" as const),
      sandbox: sandboxOf(context, provider) === null ? null : connectorOf(provider).sandboxBy,
      takesKey: providerWords(provider).credential !== null,
      oauth:
        connectorOf(provider).oauth === null ? null : { missingSettings: missingSettings(context, provider) },
    };
    const removal = await findRemoval(tx, companyId, provider);
    if (!row)
      return { ...answer, removal: removal === undefined ? null : toRemoval(removal), connection: null };
    const run = await findRunning(tx, companyId, provider);
    return {
      ...answer,
      removal: null,
      connection: {
        accountId: row.account_id,
        accountName: row.account_name,
        isTestMode: row.is_test_mode,
        isSandbox: row.is_sandbox,
        sandboxAddress: row.is_sandbox ? sandboxAddressOf(context, provider) : null,
        authorization: row.credential === null ? ("oauth" as const) : ("key" as const),
        credentialHint: row.credential_hint,
        connectedBy: row.connected_by,
        connectedAt: row.connected_at.toISOString(),
        frequency: row.frequency,
        nextSyncAt: row.next_sync_at?.toISOString() ?? null,
        lastSyncAt: row.last_sync_at?.toISOString() ?? null,
        tellsUs: row.webhook_id !== null,
        lastError: row.last_error,
        objects: objectsOf(row),
        linkedCustomers: Number(row.linked_customers),
        failedRecords: await countFailures(tx, companyId, provider),
        run: run === undefined ? null : toRun(run),
        fieldMap: connectorOf(provider).maps !== true ? null : row.field_map === null ? "standard" : "own",
        posting: connectorOf(provider).posts ? await countChoices(tx, companyId, provider) : null,
        version: row.version,
      },
    };
  });
}

async function countChoices(tx: Tx, companyId: string, provider: IntegrationProvider) {
  const choices = await readChoices(tx, companyId, provider);
  return { chosen: choices.length, failing: choices.filter(({ problem }) => problem !== null).length };
}

/** What an operator has to set before people can be sent there. */
function missingSettings({ config }: Context, provider: IntegrationProvider): string[] {
  const prefix = provider.toUpperCase();
  return config.providers[provider].client === null ? [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] : [];
}

function sandboxAddressOf(context: Context, provider: IntegrationProvider): string | null {
  const sandbox = sandboxOf(context, provider);
  return sandbox === null ? null : `${sandbox.base}/sandbox`;
}

const objectsOf = ({ provider, excluded_objects: excluded }: IntegrationRow) =>
  integrationObjects(provider).map((one) => ({ ...one, included: !excluded.includes(one.object) }));

/** A run as it crosses the wire: its objects in the order they are read. */
export function toRun(row: RunRow): SyncRun {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    startedBy: row.started_by,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    counts: integrationObjects(row.provider).flatMap(({ object, label }) => {
      const counts = row.counts[object];
      return counts ? [{ object, label, ...counts }] : [];
    }),
    reading:
      row.status === "running" && row.place?.object != null
        ? integrationObjectLabel(row.provider, row.place.object)
        : null,
    error: row.error,
  };
}

export async function countFailures(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integration_errors
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
  return rows[0]?.n ?? 0;
}
