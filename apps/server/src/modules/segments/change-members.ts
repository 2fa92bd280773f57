import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { compileCriteria, type FilterContext } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { criteriaOf, type SegmentRow } from "./segment-rows.ts";

export interface Moved {
  segmentId: string;
  lookId: string;
  cause: "customer" | "rule";
  entered: number;
  left: number;
}

export interface MembersToChange {
  row: SegmentRow;
  context: FilterContext;
  /** Null: everybody. */
  customerIds: readonly string[] | null;
  cause: Moved["cause"];
  now: Date;
}

/**
 * Makes a segment's members those who meet its rule now, of these customers or of all, and writes down each who came or went:
 * one statement, so that a membership and its transition stand or fall together.
 */
export async function changeMembers(
  tx: Tx,
  companyId: string,
  { row, context, customerIds, cause, now }: MembersToChange,
): Promise<Moved> {
  const lookId = randomUUID();
  const ids = customerIds === null ? null : sql`any(${[...customerIds]}::uuid[])`;
  const { rows } = await sql<{ entered: number; left: number }>`
    with chosen as materialized (
      select c.id from customers c
      where c.company_id = ${companyId} ${ids === null ? sql`` : sql`and c.id = ${ids}`}
        and ${compileCriteria(criteriaOf(row), context)}
    ), entered as (
      insert into segment_members (company_id, segment_id, customer_id, since)
      select ${companyId}::uuid, ${row.id}::uuid, id, ${now} from chosen
      on conflict do nothing returning customer_id
    ), gone as (
      delete from segment_members m
      where m.company_id = ${companyId} and m.segment_id = ${row.id} ${ids === null ? sql`` : sql`and m.customer_id = ${ids}`}
        and not exists (select from chosen where chosen.id = m.customer_id)
      returning customer_id
    ), noted as (
      insert into segment_changes (company_id, segment_id, customer_id, entered, cause, at, look_id)
      select ${companyId}::uuid, ${row.id}::uuid, customer_id, is_in, ${cause}, ${now}, ${lookId}::uuid
      from (select customer_id, true as is_in from entered union all select customer_id, false from gone) moved
    )
    select (select count(*) from entered) as entered, (select count(*) from gone) as left`.execute(tx);
  const { entered = 0, left = 0 } = rows[0] ?? {};
  return { segmentId: row.id, lookId, cause, entered, left };
}
