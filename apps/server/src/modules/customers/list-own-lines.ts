import type { TimelinePart } from "@forestay/contracts";
import { timelineKinds } from "@forestay/contracts/vocabulary";
import { byWhom } from "@forestay/contracts/words";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { readCompanyContext } from "./company-context.ts";
import { toMajorUnits } from "./money.ts";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "./timeline-line.ts";

interface Row {
  key: string;
  at: string;
  type: string;
  title: string;
  detail: string | null;
  doneBy: string | null;
  amountCents: number | null;
  currency: string | null;
}

/** What was written down on a customer's timeline, of one part or all: what people did with it, and what a file told line by line. */
export async function listOwnLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound & { part?: keyof typeof timelineKinds | undefined },
): Promise<PlacedLine[]> {
  const beginnings = bound.part === undefined ? null : [...timelineKinds[bound.part]];
  const key = sql`('entry:' || id)`;
  const { rows } = await sql<Row>`
    select ${key} as key, ${placeTime(sql`occurred_at`)} as at, type, title, detail, done_by as "doneBy",
      amount_cents as "amountCents", currency
    from customer_events where company_id = ${companyId} and customer_id = ${customerId}
      and ${isBefore(bound, sql`occurred_at`, key)}
      and (${beginnings}::text[] is null or exists (select from unnest(${beginnings}::text[]) b where starts_with(type, b)))
    order by occurred_at desc, id desc limit ${bound.limit}`.execute(tx);
  if (rows.length === 0) return [];
  const company = await readCompanyContext(tx, companyId);
  return rows.map(({ doneBy, amountCents, ...row }) => {
    const currency = row.currency ?? company.currency;
    return {
      ...row,
      part: partOf(row.type),
      detail: row.detail ?? (doneBy === null ? null : byWhom(doneBy)),
      amount: amountCents === null ? null : toMajorUnits(amountCents, currency),
      currency: amountCents === null ? null : currency,
      about: null,
    };
  });
}

/**
 * Those of these types of which a customer's timeline tells lines one by one. What somebody did here is none: a finished task
 * is not what the product calls `task_done`.
 */
export async function ownTypesAmong(
  tx: Tx,
  companyId: string,
  customerId: string,
  types: readonly string[],
): Promise<string[]> {
  // Whether anybody's does is answered by an index, and with no in nearly every company: only then is the customer asked.
  const { rows } = await sql<{ type: string }>`
    select t.type from unnest(${[...types]}::text[]) as t (type)
    where exists (select from customer_events e where e.company_id = ${companyId} and e.type = t.type)
      and exists (select from customer_events e
        where e.company_id = ${companyId} and e.customer_id = ${customerId} and e.type = t.type
          and e.done_by is null)`.execute(tx);
  return rows.map(({ type }) => type);
}

function partOf(type: string): TimelinePart | null {
  const found = Object.entries(timelineKinds).find(([, beginnings]) =>
    beginnings.some((beginning) => type.startsWith(beginning)),
  );
  return (found?.[0] as keyof typeof timelineKinds | undefined) ?? null;
}
