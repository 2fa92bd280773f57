import { churnDefinitions, type ChurnPreview } from "@forestay/contracts";
import { sql } from "kysely";
import { hasLeftSql, readActivityUntil, sqlLeavingRule } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** How many of today's customers count as gone under each definition. Reads only. */
export async function previewChurn(
  tx: Tx,
  companyId: string,
  { inactiveDays, now }: { inactiveDays: number; now: Date },
): Promise<ChurnPreview> {
  const activityUntil = await readActivityUntil(tx, companyId, now);
  const gone = churnDefinitions.map((definition) => {
    const hasLeft = hasLeftSql(sqlLeavingRule({ definition, inactiveDays, now, activityUntil }));
    return sql`count(*) filter (where ${hasLeft}) as ${sql.ref(definition)}`;
  });
  const { rows } = await sql<Record<string, number>>`
    select count(*) as customers, count(c.churned) as labelled,
      count(*) filter (where c.last_seen_at is null) as without_activity, ${sql.join(gone)}
    from customers c where c.company_id = ${companyId}`.execute(tx);
  const row = rows[0] ?? {};
  return {
    customers: row["customers"] ?? 0,
    labelled: row["labelled"] ?? 0,
    withoutActivity: row["without_activity"] ?? 0,
    activityUntil: activityUntil?.toISOString() ?? null,
    definitions: churnDefinitions.map((definition) => ({ definition, gone: row[definition] ?? 0 })),
  };
}
