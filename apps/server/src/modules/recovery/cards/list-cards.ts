import {
  DAY_MS,
  type CardOutcome,
  type EndingCard,
  type EndingCards,
  type MessagePreview,
  type cardPreviewInput,
  type endingCardsQuery,
} from "@forestay/contracts";
import { alwaysValidUplift } from "@forestay/metrics";
import { sql } from "kysely";
import type { z } from "zod";
import { previewMessage, reachableAmong, readRecipients } from "#modules/customer-mail/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { readPage } from "#platform/db/page.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readWork, type Work } from "../work/read-situations.ts";
import { planOf, readShares, rulesOf, mayBeAskedSql, sameCardSql, type CardRow } from "./card-rows.ts";
import { cardContent, cardValues } from "./write-about-card.ts";

/** The comparison is narrowest once so many were not asked; it may be looked at on any day. */
const PLANNED_CONTROL = 200;
const OUTCOME_DAYS = 365;

/** Cards that end before their next payment, the nearest payment first; or what became of those whose payment is over. */
export async function listCards(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  companyId: string,
  query: z.output<typeof endingCardsQuery>,
): Promise<EndingCards> {
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const work = await readWork(tx, companyId);
    const of = tx
      .selectFrom("recovery_cards")
      .where("company_id", "=", companyId)
      .where("closed_at", query.state === "open" ? "is" : "is not", null)
      .$if(query.outcome !== undefined, (rows) => rows.where("outcome", "=", query.outcome!));
    const page = await readPage(
      query,
      async () => {
        const { count } = await of
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        return Number(count);
      },
      async ({ limit, offset }) =>
        toCards(
          tx,
          companyId,
          await of
            .selectAll()
            .orderBy(query.state === "open" ? sql`charges_at` : sql`closed_at desc`)
            .orderBy("id")
            .limit(limit)
            .offset(offset)
            .execute(),
          { work, now },
        ),
    );
    const look = await tx
      .selectFrom("recovery_card_looks")
      .selectAll()
      .where("company_id", "=", companyId)
      .executeTakeFirst();
    return {
      ...page,
      summary: await readSummary(tx, companyId, work, now),
      effect: await readEffect(tx, companyId, work),
      sends: work.settings.sendsSince !== null,
      readAt: look?.read_at?.toISOString() ?? null,
      problem: look?.problem ?? null,
      hasSource: look?.has_source ?? false,
    };
  });
}

async function toCards(
  tx: Tx,
  companyId: string,
  rows: readonly CardRow[],
  { work, now }: { work: Work; now: Date },
): Promise<EndingCard[]> {
  const ids = [...new Set(rows.map((row) => row.customer_id))];
  const names = await readCustomerNames(tx, companyId, ids);
  const rules = rulesOf(work);
  const shares = await readShares(
    tx,
    companyId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const customer = names.get(row.customer_id);
    const plan = planOf(row, shares.get(row.id), rules, customer?.email ?? null, now);
    return {
      id: row.id,
      customer: {
        id: row.customer_id,
        name: customer?.name ?? "",
        email: customer?.email ?? null,
        churnRiskScore: customer?.score ?? null,
        churnRiskLevel: customer?.level ?? null,
      },
      plan: row.plan,
      brand: row.brand,
      last4: row.last4,
      endsOn: row.ends_on,
      chargesAt: row.charges_at.toISOString(),
      renewsItself: row.renews_itself,
      messages: row.messages,
      lastMessageAt: row.last_message_at?.toISOString() ?? null,
      linkOpenedAt: row.link_opened_at?.toISOString() ?? null,
      nextMessageAt: plan.atMs === null ? null : new Date(Math.max(plan.atMs, now.getTime())).toISOString(),
      heldBy: plan.heldBy,
      outcome: row.outcome as CardOutcome | null,
      closedAt: row.closed_at?.toISOString() ?? null,
    };
  });
}

/** Cards that are asked about next: one of each customer's, where there is a message for it and somewhere it may go. */
async function countToAsk(tx: Tx, companyId: string, policy: Work["policy"]): Promise<number> {
  if (policy.cardMessages.length === 0) return 0;
  const { rows } = await sql<{ customer: string }>`
    select c.customer_id as customer from recovery_cards c
    where c.company_id = ${companyId} and c.closed_at is null and messages = 0 and ${mayBeAskedSql(policy)}
      and held_reason is null and arm is distinct from 'control' and not exists (select from recovery_cards o where ${sameCardSql}
        and o.closed_at is null and (o.charges_at, o.id) < (c.charges_at, c.id))`.execute(tx);
  const customers = rows.map(({ customer }) => customer);
  const reachable = await reachableAmong(tx, companyId, [...new Set(customers)], "transactional");
  return customers.filter((id) => reachable.has(id)).length;
}

async function readSummary(
  tx: Tx,
  companyId: string,
  { policy }: Work,
  now: Date,
): Promise<EndingCards["summary"]> {
  const { rows } = await sql<{ open: number; asked: number; renewed: number }>`
    select count(*)::int as open, count(*) filter (where messages > 0)::int as asked,
      count(*) filter (where renews_itself and not ${policy.asksRenewedCards})::int as renewed
    from recovery_cards c where company_id = ${companyId} and closed_at is null`.execute(tx);
  const closed = await sql<{ outcome: CardOutcome; cards: number }>`
    select outcome, count(*)::int as cards from recovery_cards
    where company_id = ${companyId} and closed_at > ${new Date(now.getTime() - OUTCOME_DAYS * DAY_MS)}
    group by outcome order by cards desc, outcome`.execute(tx);
  const { open = 0, asked = 0, renewed = 0 } = rows[0] ?? {};
  const toAsk = await countToAsk(tx, companyId, policy);
  return { open, asked, toAsk, renewed, outcomes: closed.rows };
}

/** Each customer's first card that was drawn and came to its end: asked against not asked, whatever became of the message. */
async function readEffect(tx: Tx, companyId: string, { settings }: Work): Promise<EndingCards["effect"]> {
  const { rows } = await sql<{ arm: "sent" | "control"; customers: number; failed: number }>`
    select arm, count(*)::int as customers, count(*) filter (where outcome = 'failed')::int as failed
    from (select distinct on (customer_id) arm, outcome from recovery_cards
      where company_id = ${companyId} and arm is not null and closed_at is not null and outcome <> 'ended'
      order by customer_id, charges_at, id) first
    group by arm`.execute(tx);
  const arm = (name: "sent" | "control") => {
    const row = rows.find((one) => one.arm === name);
    return { customers: row?.customers ?? 0, failed: row?.failed ?? 0 };
  };
  const asked = arm("sent");
  const notAsked = arm("control");
  const share = Math.max(0.01, settings.controlPercent / 100);
  const kept = ({ customers, failed }: typeof asked) => ({ customers, retained: customers - failed });
  const { uplift, low, high } = alwaysValidUplift(kept(asked), kept(notAsked), {
    holdout: PLANNED_CONTROL,
    sent: (PLANNED_CONTROL * (1 - share)) / share,
  });
  const difference = uplift === null || low === null || high === null ? null : { value: uplift, low, high };
  return {
    asked,
    notAsked,
    difference,
    words: effectWords(settings.controlPercent, asked, notAsked, difference),
  };
}

type Group = EndingCards["effect"]["asked"];

function effectWords(
  percent: number,
  asked: Group,
  notAsked: Group,
  difference: EndingCards["effect"]["difference"],
): string {
  const failed = ({ customers, failed: n }: Group) => `${n} of ${customers} payments`;
  if (percent === 0 && notAsked.customers === 0)
    return "Everybody is asked, so nobody can tell what asking changes. Have some customers written to later, in the policy, and it is measured.";
  if (difference === null)
    return `Too early to say: ${asked.customers} customers who were asked and ${notAsked.customers} who were not have come to their payment so far.`;
  const points = (value: number) => (100 * value).toFixed(1);
  const both = `${failed(asked)} failed where customers were asked, ${failed(notAsked)} where they were not.`;
  if (difference.low > 0)
    return `Asking saves ${points(difference.value)} of 100 payments, ${points(difference.low)} to ${points(difference.high)} on any day. ${both}`;
  if (difference.high < 0)
    return `Asking goes with more failed payments. Look at what the messages say. ${both}`;
  return `Not conclusive yet: ${points(difference.low)} to ${points(difference.high)} of 100 payments. ${both}`;
}

const EXAMPLE = { brand: "visa", last4: "4242", plan: "Growth" };

/** A message as the customer of the nearest payment would get it; an example's where no card ends. It leads nowhere. */
export async function previewCardMessage(
  { db, config, clock }: Pick<ModuleContext, "db" | "config" | "clock">,
  companyId: string,
  { message }: z.output<typeof cardPreviewInput>,
): Promise<MessagePreview> {
  return withTenant(db, companyId, async (tx) => {
    const now = clock.now();
    const row = await tx
      .selectFrom("recovery_cards")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("closed_at", "is", null)
      // Somebody who may be asked, where there is one.
      .orderBy("renews_itself")
      .orderBy("charges_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    const work = await readWork(tx, companyId);
    const of = row === undefined ? [] : [row.customer_id];
    const recipient = (await readRecipients(tx, companyId, of)).get(of[0] ?? "");
    const shown = row ?? {
      ...EXAMPLE,
      ends_on: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).toISOString().slice(0, 10),
      charges_at: new Date(now.getTime() + 30 * DAY_MS),
    };
    const { from, ...rendered } = await previewMessage(
      tx,
      config,
      companyId,
      cardContent(message),
      { ...cardValues(shown, recipient, work), link: webAddress(config, "/pay?token=preview") },
      "transactional",
    );
    const name =
      row === undefined
        ? "An example"
        : ((await readCustomerNames(tx, companyId, of)).get(row.customer_id)?.name ?? "");
    return { customerName: name, to: recipient?.address ?? null, from, ...rendered };
  });
}
