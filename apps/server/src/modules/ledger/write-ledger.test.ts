import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import {
  attempt,
  day,
  event,
  fourCustomers,
  invoice,
  NOW,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import type { InvoiceInput } from "./encoding/index.ts";

let database: TestDatabase;
let ledger: LedgerCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ledger = await openLedgerCompany(database);
  await ledger.customers(fourCustomers);
});
afterAll(() => database.drop());

const none = { created: 0, updated: 0, unchanged: 0, parked: 0, customersCreated: 0, refused: [] };
const tables = [
  "subscriptions",
  "subscription_prices",
  "invoices",
  "payment_attempts",
  "events",
  "event_types",
  "customers",
];
const everything = async () => {
  const rows = [];
  for (const table of tables) {
    rows.push(
      await ledger.query(
        `select to_jsonb(t) - 'told_at' as row from ${table} t where company_id = $1 order by 1`,
      ),
    );
  }
  return rows;
};

describe("the same rows again", () => {
  it("change nothing, in any of the kinds", async () => {
    const send = async (toldAt: Date) => [
      await ledger.write("subscriptions", [subscription(), subscription({ sourceId: "S-2", status: 2 })], {
        toldAt,
      }),
      await ledger.write("invoices", [invoice(), invoice({ sourceId: "I-2", kind: "order" })], { toldAt }),
      await ledger.write("payment_attempts", [attempt()], { toldAt }),
      await ledger.write(
        "events",
        [event(), event({ type: "Ticket opened" }), event({ value: 2 }), event()],
        { toldAt },
      ),
    ];
    expect(await send(NOW)).toEqual([
      { ...none, created: 2 },
      { ...none, created: 2 },
      { ...none, created: 1 },
      { ...none, created: 3, unchanged: 1 },
    ]);
    const before = await everything();
    expect(await send(day("2026-06-08"))).toEqual([
      { ...none, unchanged: 2 },
      { ...none, unchanged: 2 },
      { ...none, unchanged: 1 },
      { ...none, unchanged: 4 },
    ]);
    expect(await everything()).toEqual(before);
    expect(
      await ledger.query("select name, role from event_types where company_id = $1 order by name"),
    ).toEqual([
      { name: "Ticket opened", role: "support" },
      { name: "login", role: "usage" },
    ]);
  });

  it("of one file count for the last", async () => {
    const counts = await ledger.write("invoices", [
      invoice(),
      invoice({ amountMinor: 7000 }),
      invoice({ amountMinor: 7000 }),
    ]);
    expect(counts).toEqual({ ...none, created: 1, updated: 1, unchanged: 1 });
    expect(await ledger.query("select amount_minor from invoices where company_id = $1")).toEqual([
      { amount_minor: "7000" },
    ]);
  });
});

describe("news of a bill", () => {
  const state = async () =>
    (
      await ledger.query(
        "select status, paid_minor::int, refunded_minor::int from invoices where company_id = $1",
      )
    )[0];

  it("never reopens one that is paid or void when it is older, or of the same time", async () => {
    await ledger.write("invoices", [invoice({ status: 2, paidAt: "2026-05-03T00:00:00Z" })], {
      toldAt: day("2026-05-04"),
    });
    expect(await state()).toEqual({ status: 2, paid_minor: 5000, refunded_minor: 0 });
    for (const date of ["2026-05-02", "2026-05-04"])
      await ledger.write("invoices", [invoice({ status: 1 })], { toldAt: day(date) });
    expect(await state()).toEqual({ status: 2, paid_minor: 5000, refunded_minor: 0 });
    await ledger.write("invoices", [invoice({ status: null, refundedMinor: 5000 })], {
      toldAt: day("2026-05-10"),
    });
    expect(await state()).toEqual({ status: 2, paid_minor: 5000, refunded_minor: 5000 });
    await ledger.write("invoices", [invoice({ status: 1, refundedMinor: 0, paidMinor: 0 })], {
      toldAt: day("2026-05-11"),
    });
    expect(await state()).toEqual({ status: 1, paid_minor: 0, refunded_minor: 0 });
  });

  it("comes to the same in any order", async () => {
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const anyNews = fc.record({
      status: maybe(fc.constantFrom(0, 1, 2, 3, 4)) as fc.Arbitrary<NonNullable<
        InvoiceInput["status"]
      > | null>,
      amountMinor: fc.constantFrom(5000, 6000),
      paidMinor: maybe(fc.constantFrom(5000, 6000)),
      dueAt: maybe(fc.constantFrom("2026-05-15T00:00:00Z", "2026-05-20T00:00:00Z")),
    });
    const anyHistory = fc
      .array(anyNews, { minLength: 2, maxLength: 5 })
      .chain((news) =>
        fc.tuple(fc.constant(news), fc.shuffledSubarray([...news.keys()], { minLength: news.length })),
      );
    let histories = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory, async ([news, order]) => {
        histories += 1;
        const tell = (sourceId: string, which: number) =>
          ledger.write("invoices", [invoice({ sourceId, ...news[which]! })], {
            toldAt: day(`2026-05-0${which + 1}`),
          });
        const [one, other] = [`${histories}-a`, `${histories}-b`];
        for (const which of news.keys()) await tell(one, which);
        for (const which of order) await tell(other, which);
        const [a, b] = await ledger.query(
          `select to_jsonb(i) - array['id', 'source_id', 'created_at', 'updated_at'] as row from invoices i
           where company_id = $1 and source_id in ('${one}', '${other}')`,
        );
        expect(a).toEqual(b);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a row whose customer", () => {
  it("is not known is refused, or the customer is made for it", async () => {
    const strangers = [
      subscription({ customer: { externalId: "new", email: "New@example.test" } }),
      subscription({ sourceId: "S-2", customer: { email: "NEW2@example.test" } }),
      subscription({ sourceId: "S-3", customer: { email: "new2@example.test" } }),
    ];
    expect((await ledger.write("subscriptions", strangers)).refused).toEqual(
      [0, 1, 2].map((rowNumber) => ({ rowNumber, code: "unknown_customer" })),
    );
    const importId = await ledger.startImport();
    const counts = await ledger.write("subscriptions", strangers, { unknownCustomers: "create", importId });
    expect(counts).toEqual({ ...none, created: 3, customersCreated: 2 });
    expect(await ledger.customer("new")).toMatchObject({
      email: "New@example.test",
      monthly_revenue_cents: 5000,
      created_import_id: importId,
    });
    const events = await ledger.write("events", [event({ customer: { email: "else@example.test" } })], {
      unknownCustomers: "create",
    });
    expect(events).toEqual({ ...none, created: 1, customersCreated: 1 });
  });

  it("cannot be told, as several share the e-mail, is refused", async () => {
    const customer = { email: "Shared@example.test" };
    const refused = [{ rowNumber: 0, code: "ambiguous_customer" }];
    expect(
      (await ledger.write("subscriptions", [subscription({ customer })], { unknownCustomers: "create" }))
        .refused,
    ).toEqual(refused);
    expect(
      (await ledger.write("events", [event({ customer })], { unknownCustomers: "park" })).refused,
    ).toEqual(refused);
    expect(
      await ledger.write("invoices", [invoice({ customer: { email: "FOUR@example.test" } })]),
    ).toMatchObject({ created: 1 });
  });

  it("is another one than before is refused, and so is another currency of a bill", async () => {
    await ledger.write("subscriptions", [subscription()]);
    await ledger.write("invoices", [invoice()]);
    const other = { customer: { externalId: "C-2" } };
    expect((await ledger.write("subscriptions", [subscription(other)])).refused).toEqual([
      { rowNumber: 0, code: "other_customer" },
    ]);
    expect((await ledger.write("invoices", [invoice(other), invoice({ currency: "EUR" })])).refused).toEqual([
      { rowNumber: 0, code: "other_customer" },
      { rowNumber: 1, code: "other_currency" },
    ]);
    expect(
      (await ledger.write("invoices", [invoice({ sourceId: "I-9" }), invoice({ sourceId: "I-9", ...other })]))
        .refused,
    ).toEqual([{ rowNumber: 1, code: "other_customer" }]);
  });
});

describe("rows that cannot be", () => {
  it("are refused one by one, and nothing else with them", async () => {
    const { created, refused } = await ledger.write("invoices", [
      invoice(),
      invoice({ sourceId: "I-2", amountMinor: -1 }),
      invoice({ sourceId: "I-3", amountMinor: 10.5 }),
      invoice({ sourceId: "I-4", status: 2, refundedMinor: 5001 }),
    ]);
    expect({ created, refused }).toEqual({
      created: 1,
      refused: [
        { rowNumber: 1, code: "bad_amount" },
        { rowNumber: 2, code: "bad_amount" },
        { rowNumber: 3, code: "refund_above_paid" },
      ],
    });
  });

  it("are also events of more types than can be told apart", async () => {
    const types = Array.from({ length: 502 }, (_, at) => event({ type: `type ${at}` }));
    const { created, refused } = await ledger.write("events", types);
    expect([created, refused]).toEqual([
      500,
      [500, 501].map((rowNumber) => ({ rowNumber, code: "too_many_event_types" })),
    ]);
  });
});

describe("types of events", () => {
  it("of support are numbered apart from all others, so that an index finds the few among the many", async () => {
    for (const types of [
      ["login", "ticket_opened"],
      ["export", "support_call", "login"],
    ])
      await ledger.write(
        "events",
        types.map((type) => event({ type })),
      );
    expect(
      await database.queryAsAdmin(
        "select name, id::int, role from event_types where company_id = $1 order by id",
        [ledger.companyId],
      ),
    ).toEqual([
      { name: "login", id: 1, role: "usage" },
      { name: "export", id: 2, role: "usage" },
      { name: "ticket_opened", id: 20_001, role: "support" },
      { name: "support_call", id: 20_002, role: "support" },
    ]);
  });
});
