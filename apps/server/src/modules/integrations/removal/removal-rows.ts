import type { IntegrationRemoval } from "@forestay/contracts";
import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { idsOf, nameOf } from "#modules/companies/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Tx } from "#platform/db/transaction.ts";

export interface RemovalRow {
  account_name: string;
  asked_by: string;
  started_at: Date;
  deleted: number;
  kept: number;
  ended_at: Date | null;
}

/** Undefined: nothing of it was ever deleted. */
export async function findRemoval(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { lock = false } = {},
): Promise<RemovalRow | undefined> {
  const { rows } = await sql<RemovalRow>`
    select account_name, asked_by, started_at, deleted::int as deleted, kept::int as kept, ended_at from integration_removals
    where company_id = ${companyId} and provider = ${provider} ${lock ? sql`for update` : sql``}`.execute(tx);
  return rows[0];
}

export async function keepRemoval(
  tx: Tx,
  user: CompanyUser,
  provider: IntegrationProvider,
  accountName: string,
  now: Date,
): Promise<void> {
  const { userId, apiKeyId } = idsOf(user);
  await sql`
    insert into integration_removals (company_id, provider, account_name, asked_by_user_id, asked_by_api_key_id, asked_by, started_at)
    values (${user.companyId}, ${provider}, ${accountName}, ${userId}, ${apiKeyId}, left(${nameOf(user)}, 200), ${now})
    on conflict (company_id, provider) do update set account_name = excluded.account_name,
      asked_by_user_id = excluded.asked_by_user_id, asked_by_api_key_id = excluded.asked_by_api_key_id,
      asked_by = excluded.asked_by, started_at = excluded.started_at, deleted = 0, kept = 0, ended_at = null`.execute(
    tx,
  );
}

export async function moveRemoval(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { deleted, kept, endedAt }: { deleted: number; kept: number; endedAt: Date | null },
): Promise<void> {
  await sql`update integration_removals set deleted = deleted + ${deleted}, kept = kept + ${kept}, ended_at = ${endedAt}
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
}

/** What came before is still going: whoever connects now would see some of it deleted. Throws `invalid_state`. */
export async function refuseWhileRemoved(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<void> {
  const removal = await findRemoval(tx, companyId, provider, { lock: true });
  if (removal === undefined || removal.ended_at !== null) return;
  throw new AppError("invalid_state", {
    message: `What came from ${providerWords(provider).name} before is still being deleted. Connect it when that has ended.`,
  });
}

export const toRemoval = (row: RemovalRow): IntegrationRemoval => ({
  accountName: row.account_name,
  askedBy: row.asked_by,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  deleted: row.deleted,
  kept: row.kept,
});
