import { RECOVERY_WINDOW_MS } from "@forestay/metrics";
import { endsAskedFor } from "#modules/cancel-flow/index.ts";
import { cancelMessages } from "#modules/customer-mail/index.ts";
import { customersInDispute, failedBillStories } from "#modules/ledger/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import { judgeFirst } from "./sums/judge.ts";
import { caseFromBill, type CaseDeeds, type CaseFacts } from "./case-from-bill.ts";

/** Customers looked at by one transaction. */
const CUSTOMERS_AT_ONCE = 2_000;

/** Whether the ledger said something of failed payments that was not looked at, or a case has run out of time. */
export async function areCasesBehind(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const mark = await tx
    .selectFrom("recovery_marks")
    .select("id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  if (mark !== undefined) return true;
  const over = await tx
    .selectFrom("recovery_cases")
    .select("id")
    .where("company_id", "=", companyId)
    .where("closed_at", "is", null)
    .where("first_failed_at", "<=", windowStart(now))
    .limit(1)
    .executeTakeFirst();
  return over !== undefined;
}

const windowStart = (now: Date) => new Date(now.getTime() - RECOVERY_WINDOW_MS);

/**
 * Brings cases up to the ledger, some thousand customers a transaction: a worker that is stopped has lost nothing, and the
 * same marks twice make the same cases. Returns how many customers were looked at.
 */
export async function keepCases(
  db: Database,
  companyId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  let customers = 0;
  for (;;) {
    signal.throwIfAborted();
    const looked = await withTenantClient(
      db,
      companyId,
      async ({ tx, client }) => {
        const ids = await takeCustomers(client, companyId, now);
        if (ids.length === 0) return 0;
        await keepCasesOf({ tx, client }, companyId, ids, now);
        return ids.length;
      },
      EVERY_ROW,
    );
    if (looked === 0) return customers;
    customers += looked;
  }
}

/** Whose failed payments have to be looked at: those who are marked, then those whose time is over. */
async function takeCustomers(client: SqlClient, companyId: string, now: Date): Promise<string[]> {
  const marked = await client.query<{ customer_id: string }>(
    `with taken as (
       delete from recovery_marks where company_id = $1 and id in (
         select id from recovery_marks where company_id = $1 order by id limit $2 for update skip locked)
       returning customer_id)
     select distinct customer_id from taken`,
    [companyId, CUSTOMERS_AT_ONCE],
  );
  if (marked.rows.length > 0) return marked.rows.map((row) => row.customer_id);
  const over = await client.query<{ customer_id: string }>(
    `select distinct customer_id from recovery_cases
     where company_id = $1 and closed_at is null and first_failed_at <= $2 limit $3`,
    [companyId, windowStart(now), CUSTOMERS_AT_ONCE],
  );
  return over.rows.map((row) => row.customer_id);
}

interface KnownRow {
  id: string;
  source: string;
  invoice_source_id: string;
  first_message_at: Date | null;
  link_opened_at: Date | null;
  marked_as: "paid" | "written_off" | null;
  marked_at: Date | null;
}

/**
 * Makes the cases of these customers what the ledger and people say of them; those whose bill is gone go too, and what was to
 * be sent about those that are over is taken back in the same transaction. Open pages hear of what changed, whoever looked first.
 */
export async function keepCasesOf(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<void> {
  const stories = await failedBillStories(client, companyId, customerIds);
  // Locked: what a person decides meanwhile waits, and is read with the next mark.
  const known = await client.query<KnownRow>(
    `select id, source, invoice_source_id, first_message_at, link_opened_at, marked_as, marked_at
     from recovery_cases where company_id = $1 and customer_id = any($2::uuid[]) order by id for update`,
    [companyId, customerIds],
  );
  const ends = await endsAskedFor(client, companyId, customerIds);
  const before = new Map(known.rows.map((row) => [keyOf(row.source, row.invoice_source_id), row]));
  const facts = stories.flatMap((story) => {
    const row = before.get(keyOf(story.source, story.sourceId));
    const made = caseFromBill(
      story,
      now.getTime(),
      row === undefined ? null : deedsOf(row),
      ends.get(story.customerId)?.getTime() ?? null,
    );
    if (made !== null) before.delete(keyOf(story.source, story.sourceId));
    return made ?? [];
  });
  const disputed = await customersInDispute(client, companyId, customerIds);
  const gone = [...before.values()].map(({ id }) => id);
  if (gone.length > 0)
    await client.query("delete from recovery_cases where company_id = $1 and id = any($2::uuid[])", [
      companyId,
      gone,
    ]);
  const tries = await countOwnTries(client, companyId, customerIds);
  const rows = facts.map((one) => ({
    ...rowOf(one),
    is_disputed: disputed.has(one.story.customerId),
    own_tries: tries.get(keyOf(one.story.source, one.story.sourceId)) ?? 0,
  }));
  const changed = await writeCases(client, companyId, rows, now);
  // Also where nothing changed: two customers may have become one.
  await judgeFirst(client, companyId, customerIds);
  for (const id of [...gone, ...changed.filter(({ isQuiet }) => isQuiet).map(({ id }) => id)])
    await cancelMessages(
      tx,
      companyId,
      { kind: "recovery", id },
      "Nothing is open any more, or it is disputed.",
    );
  if (changed.length > 0 || gone.length > 0) await publishEvent(tx, { companyId }, "recovery_changed", {});
}

const keyOf = (source: string, sourceId: string) => `${source} ${sourceId}`;

/** Of each bill of these customers, how many tries of ours reached its provider. */
async function countOwnTries(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ source: string; invoice_source_id: string; n: number }>(
    `select source, invoice_source_id, count(*) as n from recovery_tries
     where company_id = $1 and customer_id = any($2::uuid[]) and state <> 'not_tried' group by 1, 2`,
    [companyId, customerIds],
  );
  return new Map(rows.map((row) => [keyOf(row.source, row.invoice_source_id), Number(row.n)]));
}

const deedsOf = (row: KnownRow): CaseDeeds => ({
  firstMessageMs: row.first_message_at?.getTime() ?? null,
  linkOpenedMs: row.link_opened_at?.getTime() ?? null,
  marked:
    row.marked_as === null || row.marked_at === null
      ? null
      : { as: row.marked_as, atMs: row.marked_at.getTime() },
});

const KEPT_COLUMNS = [
  "customer_id",
  "invoice_id",
  "plan",
  "currency",
  "amount_minor",
  "first_failed_at",
  "due_at",
  "decline_code",
  "decline_class",
  "decline_reason",
  "tries",
  "last_tried_at",
  "status",
  "closed_at",
  "recovered_minor",
  "recovered_at",
  "reversed_minor",
  "credit",
  "is_disputed",
  "own_tries",
] as const;

/** Returns the cases that changed; of those that are quiet a message may wait that must not leave any more. */
async function writeCases(
  client: SqlClient,
  companyId: string,
  facts: readonly (ReturnType<typeof rowOf> & { is_disputed: boolean; own_tries: number })[],
  now: Date,
): Promise<{ id: string; isQuiet: boolean }[]> {
  if (facts.length === 0) return [];
  const columns = KEPT_COLUMNS.join(", ");
  const { rows } = await client.query<{ id: string; is_quiet: boolean }>(
    `insert into recovery_cases as c (company_id, source, invoice_source_id, updated_at, look_at, ${columns})
     select $1, r.source, r.invoice_source_id, $3, case when r.closed_at is null then r.first_failed_at end,
       ${KEPT_COLUMNS.map((name) => `r.${name}`).join(", ")}
     from jsonb_populate_recordset(null::recovery_cases, $2) r
     on conflict (company_id, source, invoice_source_id) do update
       set (updated_at, look_at, ${columns}) = (excluded.updated_at, excluded.look_at, ${KEPT_COLUMNS.map((name) => `excluded.${name}`).join(", ")}),
         next_what = case when excluded.closed_at is null then c.next_what end,
         next_at = case when excluded.closed_at is null then c.next_at end,
         held_reason = case when excluded.closed_at is null then c.held_reason end
       where (${KEPT_COLUMNS.map((name) => `c.${name}`).join(", ")})
         is distinct from (${KEPT_COLUMNS.map((name) => `excluded.${name}`).join(", ")})
     returning c.id, (c.closed_at is not null or c.is_disputed) and c.first_message_at is not null as is_quiet`,
    [companyId, JSON.stringify(facts), now],
  );
  return rows.map(({ id, is_quiet }) => ({ id, isQuiet: is_quiet }));
}

const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

const rowOf = ({ story, ...made }: CaseFacts) => ({
  source: story.source,
  invoice_source_id: story.sourceId,
  customer_id: story.customerId,
  invoice_id: story.invoiceId,
  plan: story.plan,
  currency: story.currency,
  amount_minor: Number(story.amountMinor),
  first_failed_at: iso(story.firstFailedMs),
  due_at: story.dueAt?.toISOString() ?? null,
  decline_code: made.declineCode,
  decline_class: made.decline.class,
  decline_reason: made.decline.reason,
  tries: Math.min(made.tries, 30_000),
  last_tried_at: iso(made.lastTriedMs),
  status: made.status,
  closed_at: iso(made.closedMs),
  recovered_minor: made.recoveredMinor,
  recovered_at: iso(made.recoveredMs),
  reversed_minor: made.reversedMinor,
  credit: made.credit,
});
