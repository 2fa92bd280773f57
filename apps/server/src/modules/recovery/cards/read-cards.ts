import { CARD_DAYS, DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { cancelMessages } from "#modules/customer-mail/index.ts";
import { linkedCustomersSql, readCustomerNames } from "#modules/customers/index.ts";
import {
  cardSources,
  ProviderError,
  readChargedCards,
  type ChargedCard,
} from "#modules/integrations/index.ts";
import { withTenant, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { publishEvent } from "#platform/live/publish-event.ts";

type Run = Pick<JobRun<unknown>, "db" | "clock" | "signal" | "config" | "outbound" | "secretKeys" | "log">;

/** A payment is over so long after its time: by then its provider's news is in. */
const SETTLED_AFTER_DAYS = 2;

/**
 * Reads the cards of all connected systems, a page at a time, and keeps those that end before a payment of the next 60 days.
 * A card that was replaced, or of which nothing is charged any more, is closed only once a system has answered to the end.
 */
export async function readCards(run: Run, companyId: string): Promise<void> {
  const sources = await cardSources(run, companyId);
  const began = run.clock.now();
  let problem: string | null = null;
  for (const source of sources) {
    try {
      for await (const cards of readChargedCards(run, companyId, source, run.signal)) {
        run.signal.throwIfAborted();
        await withTenantClient(run.db, companyId, ({ tx, client }) =>
          keepPage({ tx, client }, companyId, source, cards, began),
        );
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // A run that ends is no answer of the system's.
      run.signal.throwIfAborted();
      // What is not known is left as it is; it is asked again.
      problem = error.message.slice(0, 300);
      continue;
    }
    await withTenant(run.db, companyId, (tx) => endUnseen(tx, companyId, source, began));
  }
  await withTenant(run.db, companyId, async (tx) => {
    await leaveUnconnected(tx, companyId, sources, began);
    await tx
      .insertInto("recovery_card_looks")
      .values({ company_id: companyId, read_at: began, has_source: sources.length > 0, problem })
      .onConflict((conflict) =>
        conflict
          .column("company_id")
          .doUpdateSet({ read_at: began, has_source: sources.length > 0, problem }),
      )
      .execute();
    await publishEvent(tx, { companyId }, "recovery_changed", {});
  });
}

/**
 * Of a system that is connected no more nobody can say what became of its payments. Who was written to is kept, so that they are
 * not asked a second time once it is connected again.
 */
async function leaveUnconnected(tx: Tx, companyId: string, sources: readonly string[], now: Date) {
  const { rows } = await sql<{ id: string }>`
    update recovery_cards set outcome = 'unknown', closed_at = ${now}
    where company_id = ${companyId} and closed_at is null and source <> all(${[...sources]}::text[])
      and last_message_at is not null
    returning id`.execute(tx);
  await sql`delete from recovery_cards where company_id = ${companyId} and closed_at is null
    and source <> all(${[...sources]}::text[])`.execute(tx);
  await forget(
    tx,
    companyId,
    rows.map(({ id }) => id),
    "Its system is not connected any more.",
  );
}

async function keepPage(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  source: string,
  cards: readonly ChargedCard[],
  now: Date,
): Promise<void> {
  const horizon = now.getTime() + CARD_DAYS * DAY_MS;
  const rows = cards.map((card) => ({
    ...card,
    endsOn: new Date(Date.parse(card.endsAt) - DAY_MS).toISOString().slice(0, 10),
    isEnding: Date.parse(card.endsAt) <= Date.parse(card.chargesAt) && Date.parse(card.chargesAt) <= horizon,
  }));
  const json = JSON.stringify(rows);
  // Another card in place before the payment, by whomever.
  const replaced = await client.query<{ id: string }>(
    `update recovery_cards c set outcome = 'replaced', closed_at = $4, looked_at = $4
     from jsonb_to_recordset($3::jsonb) as r ("subscriptionId" text, "endsAt" timestamptz)
     where c.company_id = $1 and c.source = $2 and c.subscription_source_id = r."subscriptionId" and c.closed_at is null
       and c.charges_at > $4 and r."endsAt" > c.charges_at
     returning c.id`,
    [companyId, source, json, now],
  );
  const ending = rows.filter(({ isEnding }) => isEnding);
  const known = await client.query<{ customer: string; id: string }>(
    `select r.customer, ${linkedCustomersSql("$1", "$2", "r.customer")} as id from unnest($3::text[]) as r (customer)`,
    [companyId, source, [...new Set(ending.map(({ customerId }) => customerId))]],
  );
  const idOf = new Map(known.rows.map(({ customer, id }) => [customer, id]));
  const names = await readCustomerNames(
    tx,
    companyId,
    [...idOf.values()].filter((id) => id !== null),
  );
  const kept = ending.flatMap((card) => {
    const id = idOf.get(card.customerId);
    // Who is not taken in yet is found tomorrow.
    return id == null ? [] : [{ ...card, id, plan: names.get(id)?.plan ?? null }];
  });
  await client.query(
    `insert into recovery_cards (company_id, source, subscription_source_id, ends_on, customer_id, customer_source_id, plan, brand,
       last4, renews_itself, charges_at, looked_at, held_reason)
     select $1, $2, r."subscriptionId", r."endsOn", r.id, r."customerId", r.plan, left(r.brand, 40), left(r.last4, 8),
       r."renewsItself", r."chargesAt", $4, case when r."hasOther" then 'other_card' end
     from jsonb_to_recordset($3::jsonb) as r (id uuid, plan text, "subscriptionId" text, "customerId" text, brand text, last4 text,
       "endsOn" date, "chargesAt" timestamptz, "renewsItself" boolean, "hasOther" boolean)
     on conflict (company_id, source, subscription_source_id, ends_on) do update
       set looked_at = excluded.looked_at, held_reason = excluded.held_reason, plan = excluded.plan, brand = excluded.brand,
         last4 = excluded.last4, renews_itself = excluded.renews_itself,
         -- A payment whose time has come stays what it is, until it is known how it went.
         charges_at = case when recovery_cards.closed_at is null and recovery_cards.charges_at <= $4
           then recovery_cards.charges_at else excluded.charges_at end,
         -- Who came back is charged again: a later payment is asked about anew, the same one is not asked about twice.
         last_message_day = case when recovery_cards.closed_at is not null and excluded.charges_at > recovery_cards.charges_at
           then null else recovery_cards.last_message_day end,
         closed_at = null, outcome = null
       where recovery_cards.closed_at is null or recovery_cards.outcome in ('ended', 'unknown')`,
    [companyId, source, JSON.stringify(kept), now],
  );
  await forget(
    tx,
    companyId,
    replaced.rows.map(({ id }) => id),
    "Another card is in place.",
  );
}

/** Nothing is charged by them any more: they were not among what the system told. */
async function endUnseen(tx: Tx, companyId: string, source: string, began: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update recovery_cards set outcome = 'ended', closed_at = ${began}
    where company_id = ${companyId} and source = ${source} and closed_at is null and charges_at > ${began}
      and looked_at < ${began}
    returning id`.execute(tx);
  await forget(
    tx,
    companyId,
    rows.map(({ id }) => id),
    "No payment is due any more.",
  );
}

/** What waits about these cards does not leave. */
export async function forget(tx: Tx, companyId: string, ids: readonly string[], why: string): Promise<void> {
  for (const id of ids) await cancelMessages(tx, companyId, { kind: "card", id }, why);
}

/**
 * Cards whose payment is over: it failed, as failed payments say, or it went through all the same. Nothing is said before the
 * systems have answered since: while a connection is down, a payment that failed is not heard of either.
 */
export async function settleCards(tx: Tx, companyId: string, now: Date): Promise<void> {
  await sql`
    update recovery_cards c
    set closed_at = ${now}, outcome = case when exists (select from recovery_cases f
        where f.company_id = c.company_id and f.customer_id = c.customer_id and f.source = c.source
          and f.first_failed_at >= c.charges_at and f.first_failed_at < c.charges_at + make_interval(days => ${SETTLED_AFTER_DAYS}))
      then 'failed' else 'charged' end
    where c.company_id = ${companyId} and c.closed_at is null
      and c.charges_at + make_interval(days => ${SETTLED_AFTER_DAYS}) <= ${now}
      and exists (select from recovery_card_looks l where l.company_id = c.company_id and l.problem is null
        and l.read_at >= c.charges_at + make_interval(days => ${SETTLED_AFTER_DAYS}))`.execute(tx);
}

/** What waits about the cards of somebody who cancels does not leave; whether they are asked again is looked at when it is due. */
export async function forgetCardsOf(tx: Tx, companyId: string, customerId: string): Promise<void> {
  const cards = await tx
    .selectFrom("recovery_cards")
    .select("id")
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .where("closed_at", "is", null)
    .execute();
  await forget(
    tx,
    companyId,
    cards.map(({ id }) => id),
    "The customer cancels.",
  );
}
