import type { AttributeDefinition, CustomerDetail, CustomerRecordValues } from "@forestay/contracts";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readCompanyContext } from "./company-context.ts";
import type { AttributeValue } from "./customer-record.ts";
import { summaryColumns, toSummary, type SummaryRow } from "./customer-summary.ts";
import { listAttributes } from "./define-attributes.ts";
import { readLeavingRule } from "./leaving.ts";
import { findKeptId } from "./merged-customers.ts";
import type { ScoringSource } from "./scoring-source.ts";

type RecordRow = SummaryRow & { attributes: Record<string, AttributeValue> };

/**
 * One customer with its attributes, score and factors; by the id of one that was merged into another, that other (whose id
 * it has). Throws `not_found`, also for another company's customer.
 */
export async function getCustomer(
  db: Database,
  scoring: ScoringSource,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<CustomerDetail> {
  return withTenant(db, companyId, async (tx) => {
    const known = await readRecord(tx, companyId, customerId, now);
    const keptId = known ? undefined : await findKeptId(tx, companyId, customerId);
    const record = keptId === undefined ? known : await readRecord(tx, companyId, keptId, now);
    if (!record) throw new AppError("not_found", { message: "This customer does not exist." });
    const { rows } = await sql<{ event_count: number; updated_at: Date }>`
      select updated_at, (select count(*) from customer_events e
        where e.company_id = c.company_id and e.customer_id = c.id) as event_count
      from customers c where company_id = ${companyId} and id = ${record.id}`.execute(tx);
    const [kept] = rows;
    if (!kept) throw new AppError("not_found", { message: "This customer does not exist." });
    return {
      ...record,
      ...(await scoring.details(tx, companyId, record.id, now)),
      eventCount: kept.event_count,
      updatedAt: kept.updated_at.toISOString(),
    };
  });
}

/** One customer as its record says it; undefined where there is none. */
export async function readRecord(
  tx: Tx,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<CustomerRecordValues | undefined> {
  const { rows } = await sql<RecordRow>`
    select ${summaryColumns(now)}, c.attributes from customers c
    where c.company_id = ${companyId} and c.id = ${customerId}`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const { currency } = await readCompanyContext(tx, companyId);
  const leaving = await readLeavingRule(tx, companyId, now);
  const definitions = await listAttributes(tx, companyId);
  return {
    ...toSummary(row, { currency, now, leaving }),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    attributes: attributesOf(row.attributes, definitions),
  };
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
