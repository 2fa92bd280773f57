import { randomBytes } from "node:crypto";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { createOpaqueToken, hashOpaqueToken } from "#platform/crypto/secrets.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { openFor, sealFor } from "../credential.ts";

const LIFE_MS = 10 * 60_000;

/** A person who was sent to another system. */
export interface Sent {
  redirectUri: string;
  verifier: string | null;
  isSandbox: boolean;
}

/** Remembers whom we sent where, by what they are to bring back: its hash is stored, the text only travels. */
export async function keepState(
  tx: Tx,
  secretKeys: readonly string[],
  { companyId, userId, sessionId }: CompanyUser,
  provider: IntegrationProvider,
  {
    redirectUri,
    withVerifier,
    isSandbox,
  }: { redirectUri: string; withVerifier: boolean; isSandbox: boolean },
  now: Date,
): Promise<{ state: string; verifier: string | null }> {
  const { token: state, hash } = createOpaqueToken();
  const verifier = withVerifier ? randomBytes(48).toString("base64url") : null;
  await sql`
    insert into oauth_states (company_id, state_hash, provider, user_id, session_id, redirect_uri, verifier, is_sandbox, expires_at)
    values (${companyId}, ${hash}, ${provider}, ${userId}, ${sessionId}, ${redirectUri},
      ${verifier === null ? null : sealFor(secretKeys, companyId, provider, "verifier", verifier)},
      ${isSandbox}, ${new Date(now.getTime() + LIFE_MS)})`.execute(tx);
  return { state, verifier };
}

/** Whom a state was given to, once; undefined where it is over, used, of another session or was never given. */
export async function spendState(
  tx: Tx,
  secretKeys: readonly string[],
  { companyId, userId, sessionId }: CompanyUser,
  provider: IntegrationProvider,
  state: string,
  now: Date,
): Promise<Sent | undefined> {
  await sql`delete from oauth_states where company_id = ${companyId} and expires_at <= ${now}`.execute(tx);
  const { rows } = await sql<{ redirect_uri: string; verifier: Buffer | null; is_sandbox: boolean }>`
    delete from oauth_states where company_id = ${companyId} and state_hash = ${hashOpaqueToken(state)}
      and provider = ${provider} and user_id = ${userId} and session_id = ${sessionId}
    returning redirect_uri, verifier, is_sandbox`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  return {
    redirectUri: row.redirect_uri,
    verifier:
      row.verifier === null ? null : openFor(secretKeys, companyId, provider, "verifier", row.verifier),
    isSandbox: row.is_sandbox,
  };
}
