import type { AttributeDefinition, CustomerDetail } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readCompanyContext } from "./company-context.ts";
import type { AttributeValue } from "./customer-record.ts";
import { summaryColumns, toSummary, type SummaryRow } from "./customer-summary.ts";
import { listAttributes } from "./define-attributes.ts";
import { readLeavingRule } from "./leaving.ts";
import type { ScoringSource } from "./scoring-source.ts";

type DetailRow = SummaryRow & { attributes: Record<string, AttributeValue>; event_count: number };

/** One customer with its attributes, score and factors. Throws `not_found`, also for another company's customer. */
export async function getCustomer(
  db: Database,
  scoring: ScoringSource,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<CustomerDetail> {
  return withTenant(db, companyId, async (tx) => {
    const { rows } = await sql<DetailRow>`
      select ${summaryColumns}, c.attributes,
        (select count(*) from customer_events e
          where e.company_id = ${companyId} and e.customer_id = c.id) as event_count
      from customers c where c.company_id = ${companyId} and c.id = ${customerId}`.execute(tx);
    const row = rows[0];
    if (!row) throw new AppError("not_found", { message: "This customer does not exist." });
    const { currency } = await readCompanyContext(tx, companyId);
    const leaving = await readLeavingRule(tx, companyId, now);
    const definitions = await listAttributes(tx, companyId);
    return {
      ...toSummary(row, { currency, now, leaving }),
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      attributes: attributesOf(row.attributes, definitions),
      ...(await scoring.details(tx, companyId, customerId, now)),
      eventCount: row.event_count,
    };
  });
}

function attributesOf(
  values: Record<string, AttributeValue>,
  definitions: readonly AttributeDefinition[],
): CustomerDetail["attributes"] {
  return definitions.flatMap((definition) => {
    // A company may have a column called "constructor", which every object answers to.
    const value = Object.hasOwn(values, definition.key) ? values[definition.key] : undefined;
    return value === undefined ? [] : [{ ...definition, value }];
  });
}
