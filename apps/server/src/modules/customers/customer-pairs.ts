import type { CustomerPair, PairedCustomer, PairReason, PairState } from "@forestay/contracts";
import { sql, type RawBuilder } from "kysely";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { systemsSql, toCandidateFacts, type CandidateFactsRow } from "./candidate-facts.ts";
import { readCompanyContext } from "./company-context.ts";

interface PairRow {
  id: string;
  customer_id: string;
  other_id: string;
  agrees_in: PairReason;
  found_at: Date;
  answered_at: Date | null;
  answered_by: string | null;
}

interface CustomerRow extends CandidateFactsRow {
  created_at: Date;
}

const lists: Record<PairState, { which: RawBuilder<unknown>; order: RawBuilder<unknown> }> = {
  waiting: {
    which: sql`answered_at is null`,
    order: sql`array_position(array['email', 'alias', 'external_id', 'name'], agrees_in), found_at desc, id`,
  },
  apart: { which: sql`answered_at is not null`, order: sql`answered_at desc, id` },
};

/**
 * A page of the pairs that may be one customer and of which nobody has said so yet, the surest and newest first; or of those that
 * were said to be two, the last said first.
 */
export function listPairs(
  tx: Tx,
  companyId: string,
  { state, ...page }: PageRequest & { state: PairState },
): Promise<Page<CustomerPair>> {
  const { which, order } = lists[state];
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer_pairs
        where company_id = ${companyId} and ${which}`.execute(tx);
      return rows[0]?.n ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<PairRow>`
        select id, customer_id, other_id, agrees_in, found_at, answered_at, answered_by from customer_pairs
        where company_id = ${companyId} and ${which}
        order by ${order} limit ${limit} offset ${offset}`.execute(tx);
      const customers = await readPaired(
        tx,
        companyId,
        rows.flatMap((row) => [row.customer_id, row.other_id]),
      );
      return rows.flatMap((row) => {
        const [first, second] = [customers.get(row.customer_id), customers.get(row.other_id)];
        if (!first || !second) return [];
        return [
          {
            id: row.id,
            agreesIn: row.agrees_in,
            foundAt: row.found_at.toISOString(),
            customers: [first, second],
            keptApart:
              row.answered_at === null
                ? null
                : { at: row.answered_at.toISOString(), by: row.answered_by ?? "" },
          },
        ];
      });
    },
  );
}

async function readPaired(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, PairedCustomer>> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.full_name, c.email, c.external_id, c.plan, c.monthly_revenue_cents, c.currency, c.started_at,
      c.last_seen_at, c.created_at, ${systemsSql(companyId)} as systems
    from customers c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(tx);
  const { currency: ours } = await readCompanyContext(tx, companyId);
  return new Map(
    rows.map((row) => [row.id, { ...toCandidateFacts(row, ours), createdAt: row.created_at.toISOString() }]),
  );
}

/** The two of a pair, each at its place: what they are called, and their ids. */
export interface NamedPair {
  names: [string, string];
  ids: [string, string];
}

/**
 * Keeps that the two of a pair are two: they are not asked about again. Said before, it changes nothing and returns null; else whom
 * it was said of. Throws `not_found`.
 */
export async function keepPairApart(
  tx: Tx,
  actor: Actor & { companyId: string },
  id: string,
  now: Date,
): Promise<NamedPair | null> {
  const { companyId } = actor;
  const row = await lockPair(tx, companyId, id);
  if (row === undefined) throw new AppError("not_found", { message: "These two are no longer asked about." });
  if (row.answered_at !== null) return null;
  await tx
    .updateTable("customer_pairs")
    .set({ answered_at: now, ...actorColumns("answered_by", actor) })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  return namePair(tx, companyId, row);
}

/**
 * Takes back that the two of a pair are two: they wait again until somebody says, or for as long as they agree in something. Where
 * they wait, it changes nothing and returns null; else whom it was said of. Throws `not_found`.
 */
export async function askPairAgain(tx: Tx, companyId: string, id: string): Promise<NamedPair | null> {
  const row = await lockPair(tx, companyId, id);
  if (row === undefined) throw new AppError("not_found", { message: "One of these two is no longer here." });
  if (row.answered_at === null) return null;
  await tx
    .updateTable("customer_pairs")
    .set({ answered_at: null, answered_by_user_id: null, answered_by_api_key_id: null, answered_by: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  return namePair(tx, companyId, row);
}

const lockPair = (tx: Tx, companyId: string, id: string) =>
  tx
    .selectFrom("customer_pairs")
    .select(["customer_id", "other_id", "answered_at"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

async function namePair(
  tx: Tx,
  companyId: string,
  pair: { customer_id: string; other_id: string },
): Promise<NamedPair> {
  const ids: [string, string] = [pair.customer_id, pair.other_id];
  const customers = await readPaired(tx, companyId, ids);
  return { ids, names: [customers.get(ids[0])?.name ?? "", customers.get(ids[1])?.name ?? ""] };
}
