import { LEAST_GRACE_FOR_CONTROL } from "@forestay/contracts";
import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { judgeFirst } from "../sums/judge.ts";
import type { Work } from "./read-situations.ts";

/**
 * Draws who is written to later, once for each payment and the same for all of a customer: SHA-256 of the company's key and the
 * customer's id, whose first 48 bits are a number from 0 to 1. Every failure since messages leave is drawn, also one that is
 * settled before anybody looked: who is left out must not depend on what became of it.
 */
export async function drawArms(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  { settings, policy }: Pick<Work, "settings" | "policy">,
): Promise<void> {
  const { sendsSince, controlKey, controlPercent } = settings;
  if (sendsSince === null || controlKey === null) return;
  const share = policy.graceDays < LEAST_GRACE_FOR_CONTROL ? 0 : controlPercent / 100;
  const { rows } = await sql<{ customer_id: string }>`
    update recovery_cases set arm = case when
        ('x' || substr(encode(sha256(${controlKey}::bytea || uuid_send(customer_id)), 'hex'), 1, 12))::bit(48)::bigint
          / 281474976710656.0 < ${share}::float8 then 'control' else 'sent' end
    where company_id = ${companyId} and arm is null and first_failed_at >= ${sendsSince}
      and (plan is null or plan <> all(${[...policy.excludedPlans]}::text[]))
    returning customer_id`.execute(tx);
  await judgeFirst(client, companyId, [...new Set(rows.map((row) => row.customer_id))]);
}
