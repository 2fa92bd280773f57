import { recoveryRoutes, recoveryWorkRoutes } from "@forestay/contracts";
import { monthPeriods } from "@forestay/metrics";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { openLedgerCompany } from "#testing/ledger-company.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { figuresByDefinition } from "../fixtures/figures-by-definition.ts";
import { judgeFirst } from "./judge.ts";
import { drawSumsTogether, rebuildRecoverySums } from "./keep-sums.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const NOW = new Date("2026-05-20T10:30:00Z");
const CUSTOMERS = 4;

/** A failed payment as it may stand at some moment. Times are minutes before now; half of them near a midnight of the zone. */
const anyPayment = fc
  .record({
    customer: fc.nat(CUSTOMERS - 1),
    currency: fc.constantFrom("USD", "USD", "JPY"),
    amount: fc.integer({ min: 1, max: 50_000 }),
    failedMinutes: fc.oneof(
      fc.nat(130 * 1440),
      fc.nat(130).map((days) => days * 1440 + 630 + 240),
    ),
    paidMinutes: fc.option(fc.nat(59 * 1440)),
    paidShare: fc.constantFrom(1, 1, 0.5),
    ends: fc.constantFrom("open", "in_recovery", "lost", "cancelled", "manual"),
    declineClass: fc.constantFrom("soft", "act", "technical", "never"),
    credit: fc.constantFrom("silent", "retry", "link", "other"),
    arm: fc.constantFrom("sent", "control", null),
    messages: fc.nat(3),
    own_tries: fc.nat(2),
  })
  .map(({ failedMinutes, paidMinutes, paidShare, ends, amount, credit, ...rest }) => {
    const failedMs = NOW.getTime() - failedMinutes * 60_000;
    const paidMs = paidMinutes === null ? null : failedMs + paidMinutes * 60_000;
    const isPaid = paidMs !== null && paidMs <= NOW.getTime();
    const recovered = isPaid ? Math.max(1, Math.floor(amount * paidShare)) : 0;
    const status = isPaid && recovered === amount ? "recovered" : ends;
    const isOpen = status === "open" || status === "in_recovery";
    return {
      customer: rest.customer,
      columns: {
        currency: rest.currency,
        amount_minor: amount,
        first_failed_at: new Date(failedMs).toISOString(),
        last_tried_at: new Date(failedMs).toISOString(),
        decline_class: rest.declineClass,
        decline_reason: rest.declineClass === "soft" ? "insufficient_funds" : "declined_by_bank",
        status,
        closed_at: isOpen ? null : new Date(paidMs ?? NOW.getTime()).toISOString(),
        recovered_minor: recovered,
        recovered_at: isPaid ? new Date(paidMs).toISOString() : null,
        credit: isPaid ? credit : null,
        arm: rest.arm,
        messages: rest.messages,
        own_tries: rest.own_tries,
      },
    };
  });
type Payment = ReturnType<typeof anyPayment.generate>["value"];

/** What happens one after the other: some payments come or change, some go, changes are drawn together. */
const anyHistory = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("write" as const),
      rows: fc.array(fc.record({ bill: fc.nat(9), payment: anyPayment }), { minLength: 1, maxLength: 5 }),
    }),
    fc.record({ kind: fc.constant("delete" as const), bill: fc.nat(9) }),
    fc.record({ kind: fc.constant("together" as const) }),
  ),
  { minLength: 3, maxLength: 10 },
);

async function openWorld(timeZone: string) {
  const ledger = await openLedgerCompany(app);
  const { companyId } = ledger;
  await app.queryAsAdmin("update companies set time_zone = $2 where id = $1", [companyId, timeZone]);
  await ledger.customers(
    Array.from({ length: CUSTOMERS }, (_, at) => ({ externalId: `C-${at}`, fullName: `Customer ${at}` })),
  );
  const customers = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by external_id",
    [companyId],
  );
  const staff = (await buildUser(app.db, companyId, "Staff")).actor;
  return { companyId, customers: customers.map(({ id }) => id), staff };
}
type World = Awaited<ReturnType<typeof openWorld>>;

type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;

async function live({ companyId, customers }: World, history: History) {
  for (const deed of history) {
    if (deed.kind === "together") await drawSumsTogether(app.db, companyId, 0);
    else
      await withTenantClient(app.db, companyId, async ({ client }) => {
        if (deed.kind === "delete")
          await client.query("delete from recovery_cases where company_id = $1 and invoice_source_id = $2", [
            companyId,
            `I-${deed.bill}`,
          ]);
        else
          await write(client, companyId, customers, new Map(deed.rows.map((row) => [row.bill, row.payment])));
        await judgeFirst(client, companyId, customers);
      });
  }
}

async function write(
  client: Parameters<typeof judgeFirst>[0],
  companyId: string,
  customers: readonly string[],
  payments: ReadonlyMap<number, Payment>,
): Promise<void> {
  const rows = [...payments].map(([bill, { customer, columns }]) => ({
    ...columns,
    invoice_source_id: `I-${bill}`,
    customer_id: customers[customer],
  }));
  const names = Object.keys(rows[0]!).filter((name) => name !== "invoice_source_id");
  await client.query(
    `insert into recovery_cases as c (company_id, source, invoice_id, tries, updated_at, invoice_source_id, ${names.join(", ")})
     select $1, 'file', uuidv7(), 1, now(), r.invoice_source_id, ${names.map((name) => `r.${name}`).join(", ")}
     from jsonb_populate_recordset(null::recovery_cases, $2) r
     on conflict (company_id, source, invoice_source_id) do update
       set (${names.join(", ")}) = row(${names.map((name) => `excluded.${name}`).join(", ")})`,
    [companyId, JSON.stringify(rows)],
  );
}

async function expectDefinitions({ companyId, staff }: World, timeZone: string): Promise<void> {
  expect(await rebuildRecoverySums(app.db, companyId, { write: false })).toEqual({ differing: 0, first: [] });
  const all = await withTenant(app.db, companyId, (tx) =>
    tx.selectFrom("recovery_cases").selectAll().where("company_id", "=", companyId).execute(),
  );
  const rows = all.filter(({ currency }) => currency === "USD");
  if (rows.length === 0) return;
  const months = monthPeriods(Date.parse("2026-01-10T00:00:00Z"), NOW.getTime(), timeZone);
  for (const [at, month] of months.entries()) {
    if (at === 0) continue;
    const { body } = await app.call(staff, recoveryRoutes.get, {
      query: { month: month.month, currency: "USD" },
    });
    const right = figuresByDefinition(rows, { month, before: months[at - 1]!, now: NOW });
    const told = {
      cases: body.cases,
      amount: body.amount,
      recovered: body.recovered,
      medianDays: body.medianDays,
      open: body.open,
      parts: Object.fromEntries(
        body.parts.filter(({ amount }) => amount !== 0).map(({ part, amount }) => [part, amount]),
      ),
      classes: Object.fromEntries(body.classes.map((one) => [one.class, one.amount])),
    };
    for (const [name, value] of Object.entries(told)) expect({ [name]: value }).toEqual(near(name, right));
    expect(body.before?.rate ?? null).toEqual(closeTo(right.rateThen));
    expect(body.silentShare).toEqual(closeTo(right.silentShare));
    expect(body.curve.cases).toBe(right.curve.cases);
    expect(body.curve.points).toEqual(
      right.curve.points.map(({ day, share, atRisk }) => ({ day, atRisk, share: expect.closeTo(share, 9) })),
    );
  }
  const { body: results } = await app.call(staff, recoveryWorkRoutes.results, { query: { currency: "USD" } });
  const { arms } = figuresByDefinition(rows, { month: months.at(-1)!, before: months.at(-2)!, now: NOW });
  for (const arm of ["sent", "control"] as const) expect(results[arm]).toEqual(closeAll(arms[arm]!));
  for (const cohort of results.cohorts) {
    const { startMs, endMs } = months.find(({ month }) => month === cohort.month)!;
    const of = rows.filter(
      ({ first_failed_at: failed }) => failed.getTime() >= startMs && failed.getTime() < endMs,
    );
    expect(cohort).toMatchObject({
      cases: of.length,
      messages: of.reduce((sum, row) => sum + row.messages, 0),
      ownTries: of.reduce((sum, row) => sum + row.own_tries, 0),
      canceled: of.filter(({ status }) => status === "cancelled").length,
    });
  }
  expect(results.cohorts.reduce((sum, { cases }) => sum + cases, 0)).toBe(rows.length);
}

const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 9));
const closeAll = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expect.closeTo(value, 6)]));
function near(name: string, right: ReturnType<typeof figuresByDefinition>): Record<string, unknown> {
  const value = right[name as keyof typeof right];
  if (typeof value === "number") return { [name]: expect.closeTo(value, 6) };
  return { [name]: value === null ? null : closeAll(value as Record<string, number>) };
}

it.each(["UTC", "America/New_York", "Asia/Kathmandu"])(
  "sums of any history are what its payments add up to, in %s",
  async (timeZone) => {
    app.clock.set(NOW);
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const world = await openWorld(timeZone);
        await live(world, history);
        await expectDefinitions(world, timeZone);
      }),
      { numRuns: 8 },
    );
  },
);

it("what differs is told, and put right", async () => {
  app.clock.set(NOW);
  const world = await openWorld("UTC");
  const [one] = fc.sample(anyPayment, { numRuns: 1, seed: 7 });
  const payment: Payment = { ...one!, columns: { ...one!.columns, currency: "USD", arm: "sent" } };
  await live(world, [{ kind: "write", rows: [{ bill: 1, payment }] }]);
  await app.queryAsAdmin(
    "update recovery_sums set amount_minor = amount_minor + 5 where company_id = $1 and kind = 'days'",
    [world.companyId],
  );
  await app.queryAsAdmin("alter table recovery_cases disable trigger user");
  await app.queryAsAdmin("update recovery_cases set is_judged = false where company_id = $1", [
    world.companyId,
  ]);
  await app.queryAsAdmin("alter table recovery_cases enable trigger user");
  const told = await rebuildRecoverySums(app.db, world.companyId, { write: false });
  expect(told.differing).toBe(3);
  expect(told.first.join("\n")).toMatch(/who is judged[^]*recovery_sums .*amount_minor by -5/);
  await rebuildRecoverySums(app.db, world.companyId, { write: true });
  await expectDefinitions(world, "UTC");
});
