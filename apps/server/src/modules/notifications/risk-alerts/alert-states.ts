import type { RiskLevelValue } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { AlertState } from "./decide-risk-alerts.ts";

/** What is remembered of a company's customers, by customer id. */
export async function listAlertStates(tx: Tx, companyId: string): Promise<Map<string, AlertState>> {
  const rows = await tx
    .selectFrom("risk_alert_states")
    .select(["customer_id", "told_level", "alerted_at"])
    .where("company_id", "=", companyId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.customer_id,
      { toldLevel: row.told_level as RiskLevelValue, alertedAt: row.alerted_at },
    ]),
  );
}

/** Remembers and forgets in one statement each, however many customers there are. */
export async function saveAlertStates(
  tx: Tx,
  companyId: string,
  states: ReadonlyMap<string, AlertState | null>,
): Promise<void> {
  const forgotten = [...states].filter(([, state]) => state === null).map(([customerId]) => customerId);
  const kept = [...states].flatMap(([customerId, state]) =>
    state === null ? [] : [{ customerId, ...state }],
  );
  if (forgotten.length > 0) {
    await sql`delete from risk_alert_states
      where company_id = ${companyId} and customer_id = any(${forgotten}::uuid[])`.execute(tx);
  }
  if (kept.length === 0) return;
  await sql`
    insert into risk_alert_states (company_id, customer_id, told_level, alerted_at)
    select ${companyId}, customer_id, told_level, alerted_at
    from unnest(${kept.map((state) => state.customerId)}::uuid[], ${kept.map((state) => state.toldLevel)}::smallint[],
      ${kept.map((state) => state.alertedAt?.toISOString() ?? null)}::timestamptz[]) as s (customer_id, told_level, alerted_at)
    on conflict (company_id, customer_id) do update
      set told_level = excluded.told_level, alerted_at = excluded.alerted_at`.execute(tx);
}
