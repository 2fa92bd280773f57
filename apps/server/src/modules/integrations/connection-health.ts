import {
  providerWords,
  type IntegrationProvider,
  type IntegrationStatus,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { findCompanyNames } from "#modules/companies/index.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { connectorOf } from "./providers.ts";

/** How a connected system does, for whoever runs the server: no credential, and nothing of a customer. */
export interface ConnectionHealth {
  company: string;
  provider: string;
  isSandbox: boolean;
  status: IntegrationStatus;
  lastSyncAt: string | null;
  /** In words, with what to do. */
  lastError: string | null;
  failedRecords: number;
  /** What it told us that waits to be taken in, and since when. */
  waiting: number;
  waitingSince: string | null;
  credentialSince: string;
  /** The last comparison of what it has with what is here; null: there was none. */
  /** It has objects that are held against the ledger. */
  isCompared: boolean;
  compared: { at: string; looked: number; missing: number; differing: number } | null;
}

/** Those that need somebody first; at most `most` of them. */
export async function readConnectionHealth(
  { db }: Pick<ModuleContext, "db">,
  most: number,
): Promise<ConnectionHealth[]> {
  const found: ConnectionHealth[] = [];
  for (const company of await withSystem(db, findConnected))
    found.push(...(await withTenant(db, company.id, (tx) => readOf(tx, company))));
  return found.toSorted((a, b) => troubleOf(b) - troubleOf(a)).slice(0, most);
}

/** Companies that connected anything. */
async function findConnected(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{
    id: string;
  }>`select distinct company_id as id from integration_accounts`.execute(tx);
  const connected = new Set(rows.map(({ id }) => id));
  return (await findCompanyNames(tx)).filter(({ id }) => connected.has(id));
}

const troubleOf = ({ status, failedRecords, waiting, compared }: ConnectionHealth): number =>
  (status === "TokenExpired" || status === "Error" ? 1000 : 0) +
  (compared !== null && compared.missing + compared.differing > 0 ? 100 : 0) +
  (failedRecords > 0 ? 10 : 0) +
  (waiting > 0 ? 1 : 0);

interface Row {
  provider: IntegrationProvider;
  is_sandbox: boolean;
  status: IntegrationStatus;
  last_sync_at: Date | null;
  last_error: string | null;
  failed: number;
  waiting: number;
  waiting_since: Date | null;
  credential_since: Date;
  at: Date | null;
  looked: number | null;
  missing: number | null;
  differing: number | null;
}

async function readOf(tx: Tx, company: { id: string; name: string }): Promise<ConnectionHealth[]> {
  const { rows } = await sql<Row>`
    select i.provider, i.is_sandbox, i.status, i.last_sync_at, i.last_error, coalesce(i.credential_at, i.connected_at) as credential_since,
      (select count(*)::int from integration_errors e where e.company_id = i.company_id and e.provider = i.provider) as failed,
      w.waiting, w.waiting_since, r.at, r.looked, r.missing, r.differing
    from integrations i
      left join integration_reconciles r on r.company_id = i.company_id and r.provider = i.provider
      cross join lateral (select count(*)::int as waiting, min(received_at) as waiting_since from integration_inbox n
        where n.company_id = i.company_id and n.provider = i.provider and n.handled_at is null) w
    where i.company_id = ${company.id}`.execute(tx);
  return rows.map((row) => ({
    company: company.name,
    provider: providerWords(row.provider).name,
    isSandbox: row.is_sandbox,
    status: row.status,
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
    lastError: row.last_error,
    failedRecords: row.failed,
    waiting: row.waiting,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    credentialSince: row.credential_since.toISOString(),
    isCompared: connectorOf(row.provider).reconciled !== undefined,
    compared:
      row.at === null
        ? null
        : {
            at: row.at.toISOString(),
            looked: row.looked ?? 0,
            missing: row.missing ?? 0,
            differing: row.differing ?? 0,
          },
  }));
}
