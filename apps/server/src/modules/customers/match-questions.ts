import { sql } from "kysely";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { hashSql } from "./erased-links.ts";

/**
 * Which customers a record could be: those with its e-mail address who are nobody else in its system. A condition on `c`;
 * `q` is the question.
 */
export const isCandidate = `c.email_key = q.email_key and not exists (select from customer_links o
  where o.company_id = q.company_id and o.source = q.source and o.customer_id = c.id and o.source_id <> q.source_id)`;

/**
 * What was said of records that could be several customers holds: one of them, or somebody of their own. Of whom that was not
 * said yet it goes on being asked, also where another record turned out to be all but one of those it could be.
 */
export async function useAnswers(client: SqlClient, companyId: string, source: string): Promise<void> {
  await client.query(
    `update pending_links p set customer_id = null, found_by = 'several' from match_questions q
     where p.found_by = 'email' and q.company_id = $1 and q.source = $2 and q.source_id = p.source_id
       and q.answered_at is null
       and 1 < (select count(*) from customers c where c.company_id = $1 and c.email_key = p.email_key)`,
    [companyId, source],
  );
  await client.query(
    `update pending_links p set customer_id = q.customer_id,
       found_by = case when q.customer_id is not null then 'link' end
     from match_questions q
     where p.found_by in ('several', 'email') and q.company_id = $1 and q.source = $2 and q.source_id = p.source_id
       and q.answered_at is not null`,
    [companyId, source],
  );
}

/** Keeps whom somebody has to be asked about, once a record; those about whom there is no doubt any more are not asked. */
export async function keepQuestions(
  client: SqlClient,
  companyId: string,
  source: string,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into match_questions (company_id, source, source_id, full_name, email, is_customer, asked_at)
     select $1, $2, source_id, full_name, email, is_customer, $3 from pending_links
     where found_by = 'several' and email is not null order by place
     on conflict (company_id, source, source_id) do update
       set full_name = excluded.full_name, email = excluded.email, is_customer = excluded.is_customer
       where (match_questions.full_name, match_questions.email, match_questions.is_customer)
         is distinct from (excluded.full_name, excluded.email, excluded.is_customer)`,
    [companyId, source, now],
  );
  await client.query(
    `delete from match_questions q using pending_links p
     where q.company_id = $1 and q.source = $2 and q.source_id = p.source_id and q.answered_at is null
       and p.found_by is distinct from 'several'`,
    [companyId, source],
  );
}

/** Of these ids of a source those about which somebody is asked. */
export async function listAsked(
  tx: Tx,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select source_id as id from match_questions where company_id = ${companyId} and source = ${source}
      and source_id = any(${[...sourceIds]}::text[]) and answered_at is null`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Forgets what is asked of the records of a source, and what was answered as well where that is to go. */
export async function forgetQuestionsFrom(
  tx: Tx,
  companyId: string,
  source: string,
  { answersToo }: { answersToo: boolean },
): Promise<void> {
  await sql`delete from match_questions where company_id = ${companyId} and source = ${source}
    ${answersToo ? sql`` : sql`and answered_at is null`}`.execute(tx);
}

/** Forgets a record that was asked about. */
export async function forgetQuestion(
  tx: Tx,
  companyId: string,
  source: string,
  sourceId: string,
): Promise<void> {
  await sql`delete from match_questions
    where company_id = ${companyId} and source = ${source} and source_id = ${sourceId}`.execute(tx);
}

/** Forgets of these records, which are gone, that somebody is asked about them. */
export async function forgetUnanswered(
  tx: Tx,
  companyId: string,
  source: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`delete from match_questions where company_id = ${companyId} and source = ${source}
    and source_id = any(${[...sourceIds]}::text[]) and answered_at is null`.execute(tx);
}

/**
 * Forgets the records that are a customer who is erased, or one merged into it, and those that could be while nobody has said:
 * of these too it is kept that they were erased, or the one customer left with the address would be taken for them. Returns
 * what they are called there.
 */
export async function forgetQuestionsOf(
  client: SqlClient,
  companyId: string,
  customerId: string,
): Promise<string[]> {
  const { rows } = await client.query<{ source_id: string }>(
    `with gone as (
       delete from match_questions q where q.company_id = $1 and (
         q.customer_id = $2
         or q.answered_at is null and q.email_key in (select email_key from customers where company_id = $1 and id = $2
           union all select email_key from merged_customers where company_id = $1 and customer_id = $2)
         or exists (select from customer_links l where l.company_id = $1 and l.customer_id = $2
           and l.source = q.source and l.source_id = q.source_id))
       returning q.source, q.source_id, q.answered_at
     ), kept as (
       insert into erased_links (company_id, mark)
       select $1, ${hashSql("source", "source_id")} from gone where answered_at is null on conflict do nothing
     )
     select source_id from gone`,
    [companyId, customerId],
  );
  return rows.map((row) => row.source_id);
}
