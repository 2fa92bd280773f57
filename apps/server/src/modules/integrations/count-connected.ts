import {
  providerWords,
  type IntegrationProvider,
  type IntegrationStatus,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** How many systems a company has connected, whether they work at this moment or not. */
export async function countConnectedSystems(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from integrations where company_id = ${companyId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

interface ConnectedSystem {
  provider: IntegrationProvider;
  name: string;
  status: IntegrationStatus;
  lastSyncAt: Date | null;
  lastError: string | null;
}

/** The systems that a company has connected, and how fresh what they tell is; by name. */
export async function readConnectedSystems(tx: Tx, companyId: string): Promise<ConnectedSystem[]> {
  const { rows } = await sql<Omit<ConnectedSystem, "name">>`
    select provider, status, last_sync_at as "lastSyncAt", last_error as "lastError" from integrations
    where company_id = ${companyId}`.execute(tx);
  return rows
    .map((row) => ({ ...row, name: providerWords(row.provider).name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
