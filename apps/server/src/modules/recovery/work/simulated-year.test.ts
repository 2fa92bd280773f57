import { recoveryRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS, liveThroughYear } from "../fixtures/simulated-year.ts";

const HOUR_MS = 3_600_000;
const WINDOW_MS = 60 * DAY_MS;
/** After these no card is tried again: another one is needed. */
const FINAL: readonly (string | null | undefined)[] = ["stolen_card", "expired_card"];

type Year = Awaited<ReturnType<typeof liveThroughYear>>;
type Charge = ReturnType<Year["account"]["charges"]["all"]> extends Iterable<infer C> ? C : never;

let year: Year;
/** As the provider has it: each bill of which a try failed, with its tries in order. */
let failed: ReturnType<typeof billsThatFailed>;

beforeAll(async () => {
  year = await liveThroughYear(20_260_601);
  failed = billsThatFailed(year);
}, 1_200_000);
afterAll(() => year[Symbol.asyncDispose]());

function billsThatFailed({ account }: Year) {
  const triesOf = Map.groupBy(
    [...account.charges.all()].toSorted((a, b) => a.created - b.created),
    ({ payment_intent: intent }) => intent,
  );
  const intentOf = new Map(
    [...account.invoicePayments.all()].map(({ invoice, payment }) => [invoice, payment.payment_intent]),
  );
  return [...account.invoices.all()].flatMap((invoice) => {
    const tries = triesOf.get(intentOf.get(invoice.id) ?? "") ?? [];
    const first = tries.find(({ paid }) => !paid);
    if (first === undefined) return [];
    const subscription = account.subscriptions.get(invoice.parent?.subscription_details.subscription ?? "");
    const asksForEnd = subscription?.cancellation_details.reason === "cancellation_requested";
    const cancelledMs = asksForEnd ? subscription.canceled_at! * 1000 : Infinity;
    const endedUnpaid = !asksForEnd && subscription?.ended_at != null;
    return [{ invoice, tries, firstMs: first.created * 1000, cancelledMs, endedUnpaid }];
  });
}

const paidMs = ({ invoice }: (typeof failed)[number]) =>
  invoice.status === "paid" ? invoice.status_transitions.paid_at! * 1000 : Infinity;

/** What became of a bill, said from the provider's objects alone. In minor units, which are Stripe's for both currencies. */
function truthOf(bill: (typeof failed)[number]) {
  const { invoice, tries, firstMs, cancelledMs, endedUnpaid } = bill;
  const amount = invoice.amount_due;
  if (paidMs(bill) < Math.min(firstMs + WINDOW_MS, cancelledMs)) {
    const refunded = tries.reduce((sum, { amount_refunded: back }) => sum + back, 0);
    const recovered = invoice.amount_paid - refunded;
    return { amount, recovered, status: recovered > 0 ? "recovered" : "lost" };
  }
  const over = (status: string) => ({ amount, recovered: 0, status });
  if (cancelledMs < firstMs + WINDOW_MS) return over("cancelled");
  if (endedUnpaid) return over("lost");
  if (invoice.status === "void") return over("cancelled");
  if (invoice.status !== "open" || firstMs + WINDOW_MS <= year.nowMs) return over("lost");
  return over("open");
}

it("charges no bill twice, tries none a ninth time in 14 days, and no card again that must not be", async () => {
  const { account } = year;
  const charges = [...account.charges.all()];
  const isPaid = ({ paid }: Charge) => paid;
  expect(failed.length).toBeGreaterThan(20);
  for (const { tries } of failed) {
    expect(tries.filter(isPaid).length).toBeLessThanOrEqual(1);
    for (const [index, { created }] of tries.entries())
      expect((tries[index + 8]?.created ?? Infinity) - created).toBeGreaterThan((14 * DAY_MS) / 1000);
    for (const [index, { outcome, payment_method: card }] of tries.entries())
      if (FINAL.includes(outcome?.reason))
        expect(tries.slice(index + 1).map(({ payment_method: one }) => one)).not.toContain(card);
  }
  const paidBills = [...account.invoices.all()].filter(({ status }) => status === "paid");
  expect(charges.filter(isPaid).reduce((sum, { amount }) => sum + amount, 0)).toBe(
    paidBills.reduce((sum, { amount_paid: amount }) => sum + amount, 0),
  );
  const asked = await year.app.queryAsAdmin<{ bill: string; at: Date }>(
    "select invoice_source_id as bill, asked_at as at from recovery_tries where company_id = $1 and state <> 'not_tried'",
    [year.companyId],
  );
  expect(asked.length).toBeGreaterThan(12);
  // Nobody is charged whose bank has taken a payment back.
  for (const { bill, at } of asked)
    if (account.invoices.get(bill)?.customer === year.disputed.customer)
      expect(at.getTime()).toBeLessThan(year.disputed.at + HOUR_MS);
  // The year has seen each of it: other cards that paid at once, and final declines that nothing followed.
  const finals = failed.filter(({ tries }) => tries.some(({ outcome }) => FINAL.includes(outcome?.reason)));
  expect(finals.some(({ invoice }) => invoice.status === "paid")).toBe(true);
  expect(finals.some(({ tries }) => tries.length === 1)).toBe(true);
});

it("leaves each case as its provider has the bill", async () => {
  const { app, companyId } = year;
  const cases = await app.queryAsAdmin<{ bill: string; status: string; amount: string; recovered: string }>(
    `select invoice_source_id as bill, case when status = 'in_recovery' then 'open' else status end as status,
       amount_minor as amount, recovered_minor as recovered from recovery_cases where company_id = $1`,
    [companyId],
  );
  const known = cases.map(({ bill, status, amount, recovered }) => [
    bill,
    { amount: Number(amount), recovered: Number(recovered), status },
  ]);
  const truth = failed.map((bill) => [bill.invoice.id, truthOf(bill)]);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(truth));
  const seen = new Set(failed.map((bill) => truthOf(bill).status));
  expect([...seen].toSorted()).toEqual(["cancelled", "lost", "open", "recovered"]);
});

it("shows each month's failures as what came in, is lost and is open, to the cent, as the ledger has them", async () => {
  const { app, companyId, owner } = year;
  const ledger = await app.queryAsAdmin<{ month: string; currency: string; amount: string }>(
    `select to_char(f.at at time zone 'UTC', 'YYYY-MM') as month, f.currency, sum(f.amount_minor) as amount
     from (select distinct on (source, invoice_source_id) attempted_at as at, currency, amount_minor
       from payment_attempts where company_id = $1 and not succeeded and invoice_source_id is not null
       order by source, invoice_source_id, attempted_at) f group by 1, 2`,
    [companyId],
  );
  expect(ledger.length).toBeGreaterThan(8);
  for (const { month, currency, amount } of ledger) {
    const { body } = await app.call(owner, recoveryRoutes.get, { query: { month, currency } });
    const minor = (major: number) => Math.round(major * (currency === "JPY" ? 1 : 100));
    const sumOf = (parts: readonly string[]) =>
      minor(
        body.parts
          .filter(({ part }) => parts.includes(part))
          .reduce((sum, { amount: major }) => sum + major, 0),
      );
    const truths = failed
      .filter(
        ({ invoice, firstMs }) =>
          invoice.currency === currency.toLowerCase() &&
          new Date(firstMs).toISOString().slice(0, 7) === month,
      )
      .map(truthOf);
    const openMinor = truths
      .filter(({ status }) => status === "open")
      .reduce((sum, { amount: one }) => sum + one, 0);
    const recoveredMinor = truths.reduce((sum, { recovered }) => sum + recovered, 0);
    expect({ month, currency, failed: minor(body.amount), recovered: minor(body.recovered) }).toEqual({
      month,
      currency,
      failed: Number(amount),
      recovered: recoveredMinor,
    });
    expect(sumOf(["retrying", "waiting"])).toBe(openMinor);
    expect(sumOf(["recovered", "lost", "by_hand", "retrying", "waiting"])).toBe(Number(amount));
    expect(minor(body.credits.reduce((sum, { recovered }) => sum + recovered, 0))).toBe(recoveredMinor);
  }
});

it("writes to nobody who has paid, canceled or is not to be written to, and no more than the sequence has", async () => {
  const { app, companyId, suppressedFrom, disputed } = year;
  const messages = await app.queryAsAdmin<{
    bill: string;
    email: string;
    key: string;
    sent: Date;
    before: Date | null;
  }>(
    `select c.invoice_source_id as bill, u.email, m.unique_key as key, m.sent_at as sent,
       lag(m.sent_at) over (partition by c.id order by m.sent_at) as before
     from customer_messages m join recovery_cases c on c.company_id = m.company_id and c.id = m.source_id
       join customers u on u.company_id = c.company_id and u.id = c.customer_id
     where m.company_id = $1 and m.source_kind = 'recovery' and m.sent_at is not null`,
    [companyId],
  );
  expect(messages.length).toBeGreaterThan(8);
  for (const { bill, email, sent, before } of messages) {
    const of = failed.find(({ invoice }) => invoice.id === bill)!;
    expect(sent.getTime()).toBeLessThan(Math.min(paidMs(of), of.cancelledMs));
    expect(before === null || sent.getTime() - before.getTime() >= 20 * HOUR_MS).toBe(true);
    // Nor is anybody whose bank has taken a payment back.
    if (of.invoice.customer === disputed.customer) expect(sent.getTime()).toBeLessThan(disputed.at + HOUR_MS);
    if (email === suppressedFrom.email) expect(sent.getTime()).toBeLessThan(suppressedFrom.at);
  }
  // A decline of another class has another sequence, which goes on where the first one was: no day is written about twice.
  for (const ofOne of Map.groupBy(messages, ({ bill }) => bill).values()) {
    const days = ofOne
      .toSorted((a, b) => a.sent.getTime() - b.sent.getTime())
      .map(({ key }) => Number(key.split(":").at(-1)));
    expect(days).toEqual([...new Set(days)].toSorted((a, b) => a - b));
    expect(days.length).toBeLessThanOrEqual(6);
  }
  const suppressed = await app.queryAsAdmin<{ n: string }>(
    "select count(*) as n from customer_messages where company_id = $1 and status = 'suppressed'",
    [companyId],
  );
  expect(Number(suppressed[0]?.n)).toBeGreaterThan(0);
});
