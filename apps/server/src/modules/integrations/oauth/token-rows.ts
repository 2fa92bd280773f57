import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import { openFor, sealFor } from "../credential.ts";
import type { OAuthStyle, TokenAnswer } from "./oauth-style.ts";

/** Renewed when so much of its life is over: a call that is under way never meets its end. */
const REFRESHED_AT = 0.8;

/** What opens an account now, and what brings the next of it. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** Null: it does not end by itself. */
  refreshAt: Date | null;
  /** Null: where all accounts are asked. */
  accountBase: string | null;
  scopes: string[];
}

const sealed = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });

/** What an answer gives to keep; `before` says what it left out. */
export function tokensOf(
  style: OAuthStyle,
  answer: TokenAnswer,
  now: Date,
  before: Pick<Tokens, "refreshToken" | "accountBase" | "scopes"> | null,
): Tokens {
  const lifetimeS = answer.expiresInS ?? style.lifetimeS;
  return {
    accessToken: answer.accessToken,
    refreshToken: answer.refreshToken ?? before?.refreshToken ?? null,
    refreshAt: lifetimeS === null ? null : new Date(now.getTime() + lifetimeS * 1000 * REFRESHED_AT),
    accountBase: before?.accountBase ?? null,
    scopes: answer.scopes ?? before?.scopes ?? [...style.scopes],
  };
}

/** Undefined: this connection has a pasted key, or is none. */
export async function findTokens(
  tx: Tx,
  secretKeys: readonly string[],
  companyId: string,
  provider: IntegrationProvider,
  { lock = false } = {},
): Promise<Tokens | undefined> {
  const { rows } = await sql<{
    tokens: Buffer;
    refresh_at: Date | null;
    account_base: string | null;
    scopes: string[];
  }>`select tokens, refresh_at, account_base, scopes from integration_tokens
    where company_id = ${companyId} and provider = ${provider} ${lock ? sql`for update` : sql``}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const opened: unknown = JSON.parse(openFor(secretKeys, companyId, provider, "tokens", row.tokens));
  return {
    ...sealed.parse(opened),
    refreshAt: row.refresh_at,
    accountBase: row.account_base,
    scopes: row.scopes,
  };
}

export async function writeTokens(
  tx: Tx,
  secretKeys: readonly string[],
  companyId: string,
  provider: IntegrationProvider,
  { accessToken, refreshToken, refreshAt, accountBase, scopes }: Tokens,
): Promise<void> {
  const secret = JSON.stringify({ accessToken, refreshToken });
  const tokens = sealFor(secretKeys, companyId, provider, "tokens", secret);
  await sql`
    insert into integration_tokens (company_id, provider, tokens, refresh_at, account_base, scopes)
    values (${companyId}, ${provider}, ${tokens}, ${refreshAt}, ${accountBase}, ${scopes})
    on conflict (company_id, provider) do update set tokens = excluded.tokens, refresh_at = excluded.refresh_at,
      account_base = excluded.account_base, scopes = excluded.scopes`.execute(tx);
}

export async function forgetTokens(tx: Tx, companyId: string, provider: IntegrationProvider): Promise<void> {
  await sql`delete from integration_tokens where company_id = ${companyId} and provider = ${provider}`.execute(
    tx,
  );
}
