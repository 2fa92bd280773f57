import { sql } from "kysely";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { forgetLinkedValues } from "./forget-linked.ts";
import type { KnownMatch } from "./list-matches.ts";
import { isCandidate } from "./match-questions.ts";

/** Who a record is; null: none of those it could be. */
export interface GivenAnswer {
  id: string;
  customerId: string | null;
}

/** A record of a connected system that somebody said something of. */
export interface AnsweredRecord {
  source: string;
  sourceId: string;
  name: string;
  customerId: string | null;
}

interface QuestionRow {
  id: string;
  source: string;
  source_id: string;
  full_name: string | null;
  email: string;
  answered_at: Date | null;
  customer_id: string | null;
}

/**
 * Keeps whom records are, all of them or none, and links those that are somebody here: from then on the system's id means that
 * customer. The same answers again change nothing. Returns the records of which something new was said. Throws `not_found`,
 * and `invalid_state` where one was answered otherwise or may no longer be the customer.
 */
export async function answerQuestions(
  { tx, client }: { tx: Tx; client: SqlClient },
  actor: Actor & { companyId: string },
  answers: readonly GivenAnswer[],
  now: Date,
): Promise<AnsweredRecord[]> {
  const { companyId } = actor;
  // First, as everybody does who writes customers: nobody waits for another in a circle.
  await changeCustomerTotals(client, companyId, 0);
  const given = new Map(answers.map(({ id, customerId }) => [id, customerId]));
  const { rows } = await sql<QuestionRow>`
    select q.id, q.source, q.source_id, q.full_name, q.email, q.answered_at, q.customer_id
    from match_questions q where q.company_id = ${companyId} and q.id = any(${[...given.keys()]}::uuid[])
    order by q.id for update`.execute(tx);
  if (rows.length < given.size)
    throw new AppError("not_found", { message: "One of these records is no longer asked about." });
  const done: AnsweredRecord[] = [];
  for (const row of rows) {
    const customerId = given.get(row.id) ?? null;
    const name = row.full_name ?? row.email;
    if (row.answered_at !== null) {
      if (row.customer_id === customerId) continue;
      throw refused(`Somebody else said meanwhile who ${name} is. Look at the list and try again.`);
    }
    // One after the other: of two records of one system one alone can be the same customer.
    if (customerId !== null && !(await mayBe(tx, companyId, row.id, customerId)))
      throw refused(
        `${name} can no longer be the customer you chose: it was changed, merged or matched meanwhile. Look at the list and try again.`,
      );
    await tx
      .updateTable("match_questions")
      .set({ answered_at: now, customer_id: customerId, ...actorColumns("answered_by", actor) })
      .where("company_id", "=", companyId)
      .where("id", "=", row.id)
      .execute();
    if (customerId !== null)
      await sql`insert into customer_links (company_id, source, source_id, customer_id, linked_at)
        values (${companyId}, ${row.source}, ${row.source_id}, ${customerId}, ${now}) on conflict do nothing`.execute(
        tx,
      );
    done.push({ source: row.source, sourceId: row.source_id, name, customerId });
  }
  return done;
}

async function mayBe(tx: Tx, companyId: string, questionId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql`select from match_questions q join customers c on c.company_id = ${companyId}
    where q.company_id = ${companyId} and q.id = ${questionId} and c.id = ${customerId}
      and ${sql.raw(isCandidate)}`.execute(tx);
  return rows.length > 0;
}

/**
 * Takes an answer back, of a question that the caller has locked: the record is nobody's and is asked about again. The customer
 * loses what the system said of it but for name and e-mail address; whether that can be is the caller's to know.
 */
export async function takeBackAnswer(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  { id, source, customer }: KnownMatch,
): Promise<void> {
  if (customer !== null) await forgetLinkedValues(client, companyId, source, [customer.id]);
  await tx
    .updateTable("match_questions")
    .set({
      answered_at: null,
      customer_id: null,
      answered_by_user_id: null,
      answered_by_api_key_id: null,
      answered_by: null,
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

const refused = (message: string) => new AppError("invalid_state", { message });
