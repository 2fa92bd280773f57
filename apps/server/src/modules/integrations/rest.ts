import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { IntegrationRow } from "./integration-rows.ts";
import type { ProviderError } from "./provider-error.ts";

/** Whether a system asked to be left alone for longer than until now. */
export const isResting = ({ rests_until: until }: Pick<IntegrationRow, "rests_until">, now: Date): boolean =>
  until !== null && until > now;

/**
 * Where a call met that a system asks to be left alone, nothing asks it before then by itself: no run, no news, no probe, no
 * comparison. False, and nothing is kept, where it said no such thing.
 */
export async function restAsAsked(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  { failure, retryAfterMs }: ProviderError,
  now: Date,
): Promise<boolean> {
  if (failure !== "passing" || retryAfterMs === null || retryAfterMs <= 0) return false;
  const until = new Date(now.getTime() + retryAfterMs);
  await sql`update integrations set rests_until = greatest(rests_until, ${until})
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
  return true;
}
