import { DAY_MS, HOUR_MS, MINUTE_MS, type RecoveryCase, type RecoveryHold } from "@forestay/contracts";
import { limitAgainst, ownLimit } from "@forestay/metrics";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { payInvoice } from "#modules/integrations/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockCase, toCases, type CaseRow } from "../case-rows.ts";
import { findAnotherCard, isAnotherCard, type AnotherCard } from "./another-card.ts";
import { countTries } from "./count-tries.ts";
import { planAnew } from "./keep-plans.ts";
import { lookBack, type Settled, type TryRow } from "./look-back.ts";
import { declineNow, planCase, waitsUntil } from "./plan-case.ts";
import { readSituations, readWork } from "./read-situations.ts";
import { tryWords } from "./try-words.ts";

/** Providers forget keys after a day; before that the same call is the same try. */
const KEY_LASTS_MS = 20 * HOUR_MS;
const ASK_AGAIN_MS = 5 * MINUTE_MS;

interface Again {
  heldBy: RecoveryHold | null;
  at: Date | null;
}

/**
 * Tries once to collect the bill of a case. The try stands in its row, committed, before the provider is asked, with the key
 * that names it there: whoever dies in between has the same call made again, and nothing is charged twice. By schedule (`by`
 * null) only what is due and planned; by a person at once, within every limit. Null: it was tried, or nothing is left to try.
 */
export async function tryPayment(
  context: ModuleContext,
  companyId: string,
  caseId: string,
  by: CompanyUser | null,
): Promise<Again | null> {
  const card = await findAnotherCard(context, companyId, caseId);
  const asked = await begin(context, companyId, caseId, { by, card, isPlanned: by === null });
  return asked === null ? null : ask(context, companyId, asked, false);
}

/**
 * Tries the card that the customer put in place after the last one failed, at once and within every limit: its own number, so
 * that a subscription that still names the old one does not matter. `refused`: there is one, and it was not tried. Null: there is
 * none.
 */
export async function tryAnotherCard(
  context: ModuleContext,
  companyId: string,
  caseId: string,
): Promise<"paid" | "declined" | "refused" | null> {
  const card = await findAnotherCard(context, companyId, caseId);
  if (card === null) return null;
  const asked = await begin(context, companyId, caseId, { by: null, card, isPlanned: false });
  if (asked === null) return "refused";
  await ask(context, companyId, asked, false);
  const state = await withTenant(context.db, companyId, async (tx) => {
    const made = await triesOfBill(tx, companyId, asked);
    return made.find(({ n }) => n === asked.n)?.state;
  });
  return state === "paid" || state === "declined" ? state : "refused";
}

/** Asks again for every try whose answer never came: of a worker that died, or of a provider that did not answer. */
export async function askOpenTries(context: ModuleContext, companyId: string): Promise<void> {
  const open = await withTenant(context.db, companyId, (tx) =>
    tx
      .selectFrom("recovery_tries")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("state", "=", "asked")
      .orderBy("asked_at")
      .limit(200)
      .execute(),
  );
  for (const one of open) await ask(context, companyId, one, true);
}

/** Writes the try down, where it may be made. Throws `invalid_state` in words where a person asked for what may not be. */
async function begin(
  { db, clock }: ModuleContext,
  companyId: string,
  caseId: string,
  { by, card, isPlanned }: { by: CompanyUser | null; card: AnotherCard | null; isPlanned: boolean },
): Promise<TryRow | null> {
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const now = clock.now();
    const first = await lockCase(tx, companyId, caseId);
    // All of the customer's: two of their bills are tried on one card, and its limits are counted together.
    await tx
      .selectFrom("recovery_cases")
      .select("id")
      .where("company_id", "=", companyId)
      .where("customer_id", "=", first.customer_id)
      .orderBy("id")
      .forUpdate()
      .execute();
    const row = await lockCase(tx, companyId, caseId);
    const work = await readWork(tx, companyId);
    const { known, lastTry } = (await readSituations({ tx, client }, companyId, [row], { work, now })).get(
      caseId,
    )!;
    const before = await triesOfBill(tx, companyId, row);
    // Somebody else may have tried it meanwhile.
    const other = card !== null && isAnotherCard(card, lastTry, declineNow(known)) ? card : null;
    if (by === null && !isPlanned && other === null) return null;
    const hasOpen = before.some(({ state }) => state === "asked");
    const refusal = whyNot({ row, work, known, hasOpen, isOther: other !== null });
    if (by !== null && refusal !== null) throw new AppError("invalid_state", { message: refusal });
    if (refusal !== null) return null;
    if (isPlanned) {
      const step = planCase(known, work).steps.find(({ what }) => what === "try");
      if (step === undefined || step.atMs > now.getTime()) return null;
    }
    const n = Math.max(0, ...before.map((one) => one.n)) + 1;
    const made = await tx
      .insertInto("recovery_tries")
      .values({
        company_id: companyId,
        source: row.source,
        invoice_source_id: row.invoice_source_id,
        n,
        customer_id: row.customer_id,
        idempotency_key: `rec:${row.invoice_source_id}:${n}`,
        state: "asked",
        asked_at: now,
        // Once a try has named a card, the old one is not gone back to.
        payment_method: other?.paymentMethod ?? lastTry.named.at(-1) ?? null,
        ...(by === null ? {} : actorColumns("asked_by", by)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await countTries(tx, companyId, row);
    if (by !== null) {
      const name = (await readCustomerNames(tx, companyId, [row.customer_id])).get(row.customer_id)?.name;
      await recordAudit(tx, by, {
        action: "recovery.retried",
        target: `${name ?? ""}, ${row.invoice_source_id}`,
        targetId: row.customer_id,
      });
    }
    return made;
  });
}

type Known = Parameters<typeof planCase>[0];
type Work = Awaited<ReturnType<typeof readWork>>;

/** Why a bill may not be tried from here now, whoever wants it; null where it may. */
export function whyNot({
  row,
  work,
  known,
  hasOpen,
  isOther = false,
}: {
  row: CaseRow;
  work: Work;
  known: Known;
  hasOpen: boolean;
  /** Another card than the one that failed. */
  isOther?: boolean;
}): string | null {
  if (row.closed_at !== null) return "This failed payment is settled already.";
  if (work.ownSinceMs === null)
    return "Your provider tries failed payments. Tries from here are switched on in the policy, once it has stopped.";
  if (!known.isFromProvider) return "This bill came by a file: there is nobody to collect it from here.";
  if (row.paused_at !== null) return "This one is paused.";
  if (hasOpen) return "It is being tried at this moment.";
  if (known.isDisputed) return "A payment of this customer is disputed.";
  const decline = declineNow(known);
  if (decline.class === "never" && !isOther)
    return "This card must not be tried again: another one is needed.";
  if (decline.class === "act" && !isOther)
    return "No try helps before the customer did something: send the link instead.";
  const untilMs = isOther ? null : waitsUntil(known);
  if (untilMs !== null) {
    const day = new Intl.DateTimeFormat("en-US", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: work.timeZone,
    }).format(untilMs);
    return `The card's network asks not to try it before ${day}.`;
  }
  const limit = limitAgainst(
    known.tries.map(({ atMs }) => atMs),
    known.nowMs,
    { network: known.network, own: [ownLimit(work.retryPolicy)] },
  );
  return limit === null
    ? null
    : `The limit on tries of a card is reached: ${limit.tries} in ${limit.withinMs / DAY_MS} ${limit.withinMs === DAY_MS ? "day" : "days"}.`;
}

async function triesOfBill(
  tx: Tx,
  companyId: string,
  row: Pick<CaseRow, "source" | "invoice_source_id">,
): Promise<TryRow[]> {
  return tx
    .selectFrom("recovery_tries")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("source", "=", row.source)
    .where("invoice_source_id", "=", row.invoice_source_id)
    .orderBy("n")
    .execute();
}

/** Makes the call of a try, the first time or again, and writes its answer. */
async function ask(
  context: ModuleContext,
  companyId: string,
  one: TryRow,
  isAgain: boolean,
): Promise<Again | null> {
  const { clock } = context;
  const bill = { source: one.source, invoiceSourceId: one.invoice_source_id };
  const isForgotten = clock.now().getTime() - one.asked_at.getTime() > KEY_LASTS_MS;
  const call = () =>
    payInvoice(context, companyId, {
      ...bill,
      idempotencyKey: one.idempotency_key,
      paymentMethod: one.payment_method,
      isAgain,
    });
  // A key that is forgotten there would try the card a second time, and one of a case that has ended since must not try it at
  // all: the bill is only looked at.
  const isOver = isForgotten || (isAgain && !(await isOpen(context, companyId, one)));
  if (isAgain && !isOver) await keepAskedAgain(context, companyId, one);
  const result = isOver ? await lookBack(context, companyId, one, isForgotten ? null : call) : await call();
  if (result.outcome === "unavailable")
    return {
      heldBy: "unavailable",
      at: new Date(clock.now().getTime() + Math.max(result.retryAfterMs ?? 0, ASK_AGAIN_MS)),
    };
  await keepAnswer(context, companyId, one, result);
  return null;
}

const isOpen = (
  { db }: ModuleContext,
  companyId: string,
  { source, invoice_source_id }: Pick<TryRow, "source" | "invoice_source_id">,
): Promise<boolean> =>
  withTenant(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom("recovery_cases")
      .select("id")
      .where("company_id", "=", companyId)
      .where("source", "=", source)
      .where("invoice_source_id", "=", invoice_source_id)
      .where("closed_at", "is", null)
      .executeTakeFirst();
    return row !== undefined;
  });

/** Before the call is made: a charge of which nobody hears was made at one of these times. */
async function keepAskedAgain(
  { db, clock }: ModuleContext,
  companyId: string,
  one: Pick<TryRow, "source" | "invoice_source_id" | "n">,
): Promise<void> {
  await withTenant(db, companyId, (tx) =>
    tx
      .updateTable("recovery_tries")
      // The clock of whoever died may have gone before this one.
      .set((is) => ({ asked_again_at: is.fn<Date>("greatest", ["asked_at", is.val(clock.now())]) }))
      .where("company_id", "=", companyId)
      .where("source", "=", one.source)
      .where("invoice_source_id", "=", one.invoice_source_id)
      .where("n", "=", one.n)
      .where("state", "=", "asked")
      .execute(),
  );
}

/** Reasons for which the bill is settled at its provider, whose news has not come yet. */
const SETTLED = new Set(["paid", "void", "uncollectible", "draft", "gone"]);
/** What somebody has to mend there first. */
const HOLDS: Partial<Record<string, RecoveryHold>> = {
  provider_retries: "provider_retries",
  sent_to_customer: "sent_to_customer",
  disputed: "disputed",
  no_payment_method: "no_payment_method",
  not_permitted: "not_permitted",
  expired: "expired",
  not_connected: "not_connected",
  held: "held",
};

/** What a bill that could not be tried is looked at again after, at the latest: messages go on meanwhile. */
const LOOK_AGAIN_MS = 6 * HOUR_MS;

async function keepAnswer(
  { db, clock }: ModuleContext,
  companyId: string,
  one: TryRow,
  result: Settled,
): Promise<void> {
  const now = clock.now();
  const state = answerColumns(result);
  const hold = holdAfter(result, now);
  await withTenant(db, companyId, async (tx) => {
    await tx
      .updateTable("recovery_tries")
      .set({ answered_at: now, ...state })
      .where("company_id", "=", companyId)
      .where("source", "=", one.source)
      .where("invoice_source_id", "=", one.invoice_source_id)
      .where("n", "=", one.n)
      .where("state", "=", "asked")
      .execute();
    await countTries(tx, companyId, one);
    await tx
      .updateTable("recovery_cases")
      .set((is) =>
        hold === null
          ? // What follows from the answer is planned anew.
            { look_at: is.ref("first_failed_at") }
          : { look_at: hold.at, held_reason: hold.heldBy, next_what: null, next_at: null },
      )
      .where("company_id", "=", companyId)
      .where("source", "=", one.source)
      .where("invoice_source_id", "=", one.invoice_source_id)
      .where("closed_at", "is", null)
      .execute();
    await publishEvent(tx, { companyId }, "recovery_changed", {});
  });
}

function holdAfter(result: Settled, now: Date): { heldBy: RecoveryHold; at: Date } | null {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (result.outcome === "paid") return { heldBy: "settled_there", at: after(HOUR_MS) };
  if (result.outcome !== "not_tried") return null;
  if (SETTLED.has(result.reason)) return { heldBy: "settled_there", at: after(HOUR_MS) };
  const heldBy = HOLDS[result.reason];
  if (heldBy === undefined) return null;
  // The provider goes on itself: after its own try there is news, or its time has passed.
  const nextMs = result.nextAttemptAt === null ? Infinity : Date.parse(result.nextAttemptAt) + HOUR_MS;
  return { heldBy, at: new Date(Math.min(Math.max(nextMs, now.getTime()), now.getTime() + LOOK_AGAIN_MS)) };
}

function answerColumns(result: Settled) {
  if (result.outcome === "declined")
    return {
      state: "declined",
      code: result.decline.declineCode ?? result.decline.code,
      advice_code: result.decline.adviceCode,
      network_advice_code: result.decline.networkAdviceCode,
    };
  if (result.outcome === "needs_confirmation") return { state: "declined", code: "authentication_required" };
  if (result.outcome === "not_tried") return { state: "not_tried", code: result.reason };
  return { state: result.outcome === "paid" ? "paid" : "unknown" };
}

/** A try that a person asks for: what came of it. Throws `invalid_state` in words where it may not be made. */
export async function retryNow(
  context: ModuleContext,
  user: CompanyUser,
  caseId: string,
): Promise<{ case: RecoveryCase; outcome: "paid" | "declined" | "not_tried" | "unknown"; words: string }> {
  const { companyId } = user;
  await tryPayment(context, companyId, caseId, user);
  return withTenantClient(context.db, companyId, async ({ tx, client }) => {
    const now = context.clock.now();
    const row = await lockCase(tx, companyId, caseId);
    const last = (await triesOfBill(tx, companyId, row)).at(-1);
    const state = last?.state ?? "asked";
    if (state === "declined") await planAnew({ tx, client }, companyId, row, now);
    const [one] = await toCases(tx, companyId, [await lockCase(tx, companyId, caseId)], now);
    return {
      case: one!,
      outcome: state === "asked" ? "unknown" : (state as "paid" | "declined" | "not_tried" | "unknown"),
      words: tryWords({ state, code: last?.code ?? null }),
    };
  });
}
