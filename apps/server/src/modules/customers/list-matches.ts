import { MATCH_CANDIDATES, type MatchCandidate, type MatchState } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql, type RawBuilder } from "kysely";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { systemsSql, toCandidateFacts, type CandidateFactsRow } from "./candidate-facts.ts";
import { readCompanyContext } from "./company-context.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { isCandidate } from "./match-questions.ts";

/** A record that could be several customers, as it is listed. */
export interface MatchRow extends KnownMatch {
  candidates: MatchCandidate[];
  candidate_count: number;
}

/** What is known of one beside whom it could be. */
export interface KnownMatch {
  id: string;
  source: IntegrationProvider;
  source_id: string;
  full_name: string | null;
  email: string;
  is_customer: boolean;
  asked_at: Date;
  answered_at: Date | null;
  answered_by: string | null;
  /** Of an answer: whether somebody here was meant. */
  is_same: boolean;
  /** Who it is by now, and by how many of the system's ids that one is known; null: nobody. */
  customer: { id: string; full_name: string | null; email: string | null; external_id: string | null } | null;
  links: number;
}

interface CandidateRow extends CandidateFactsRow {
  question_id: string;
  same_name: boolean;
  total: number;
}

/** A page of the records that wait for somebody to say who they are, or of those of which that was said; newest first. */
export function listMatches(
  tx: Tx,
  companyId: string,
  { state, ...page }: PageRequest & { state: MatchState },
): Promise<Page<MatchRow>> {
  const isOfState = state === "waiting" ? sql`q.answered_at is null` : sql`q.answered_at is not null`;
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from match_questions q
        where q.company_id = ${companyId} and ${isOfState}`.execute(tx);
      return rows[0]?.n ?? 0;
    },
    async ({ limit, offset }) => {
      const rows = await readRows(
        tx,
        companyId,
        sql`${isOfState}
        order by ${state === "waiting" ? sql`q.asked_at` : sql`q.answered_at`} desc, q.id
        limit ${limit} offset ${offset}`,
      );
      const candidates =
        state === "waiting"
          ? await readCandidates(
              tx,
              companyId,
              rows.map(({ id }) => id),
            )
          : new Map<string, Candidates>();
      return rows.map((row) => ({ ...row, ...(candidates.get(row.id) ?? noCandidates) }));
    },
  );
}

/**
 * One of them, locked with the right to write customers until the transaction's end: who it is cannot change meanwhile. Throws
 * `not_found`.
 */
export async function readMatch(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  id: string,
): Promise<KnownMatch> {
  await changeCustomerTotals(client, companyId, 0);
  const [row] = await readRows(tx, companyId, sql`q.id = ${id} for update of q`);
  if (!row) throw new AppError("not_found", { message: "There is no such record." });
  return row;
}

async function readRows(tx: Tx, companyId: string, condition: RawBuilder<unknown>): Promise<KnownMatch[]> {
  const { rows } = await sql<KnownMatch>`
    select q.id, q.source, q.source_id, q.full_name, q.email, q.is_customer, q.asked_at, q.answered_at, q.answered_by,
      q.customer_id is not null as is_same,
      case when c.id is not null then jsonb_build_object('id', c.id, 'full_name', c.full_name, 'email', c.email,
        'external_id', c.external_id) end as customer,
      (select count(*)::int from customer_links o
        where o.company_id = ${companyId} and o.source = q.source and o.customer_id = c.id) as links
    from match_questions q
    left join customer_links l on l.company_id = ${companyId} and l.source = q.source and l.source_id = q.source_id
      and q.answered_at is not null
    left join customers c on c.company_id = ${companyId} and c.id = l.customer_id
    where q.company_id = ${companyId} and ${condition}`.execute(tx);
  return rows;
}

type Candidates = Pick<MatchRow, "candidates" | "candidate_count">;
const noCandidates: Candidates = { candidates: [], candidate_count: 0 };

/** Whom each record could be, those who agree in most first, as they are now. */
async function readCandidates(
  tx: Tx,
  companyId: string,
  questionIds: readonly string[],
): Promise<Map<string, Candidates>> {
  const { rows } = await sql<CandidateRow>`
    select q.id as question_id, c.id, c.full_name, c.email, c.external_id, c.plan, c.monthly_revenue_cents, c.currency,
      c.started_at, c.last_seen_at, c.systems, c.same_name, c.total
    from match_questions q cross join lateral (
      select c.*, coalesce(lower(c.full_name) = lower(q.full_name), false) as same_name, (count(*) over ())::int as total,
        ${systemsSql(companyId)} as systems
      from customers c where c.company_id = ${companyId} and ${sql.raw(isCandidate)}
      order by same_name desc, c.id limit ${MATCH_CANDIDATES}
    ) c
    where q.company_id = ${companyId} and q.id = any(${[...questionIds]}::uuid[])
    order by q.id, c.same_name desc, c.id`.execute(tx);
  const { currency: ours } = await readCompanyContext(tx, companyId);
  const found = new Map<string, Candidates>();
  for (const row of rows) {
    const of = found.get(row.question_id) ?? { candidates: [], candidate_count: row.total };
    of.candidates.push({
      ...toCandidateFacts(row, ours),
      agreesIn: row.same_name ? ["email", "name"] : ["email"],
    });
    found.set(row.question_id, of);
  }
  return found;
}
