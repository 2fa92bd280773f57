import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { encodeLedgerWave } from "./encoding/index.ts";
import {
  attempt,
  day,
  event,
  invoice,
  NOW,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import {
  COMPARED_LEDGER_ROWS,
  compareLedgerWave,
  findLaterLedgerImport,
  joinParkedRows,
  refreshStaleCustomers,
  undoLedgerImport,
  writeLedgerWave,
  type LedgerInputs,
  type LedgerKind,
  type LedgerOptions,
} from "./index.ts";

let database: TestDatabase;
let ledger: LedgerCompany;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  ledger = await openLedgerCompany(database);
  await ledger.customers([
    { externalId: "C-1", email: "one@example.test", plan: "File", monthlyRevenueCents: 99, paymentStatus: 1 },
    { externalId: "C-2" },
  ]);
});
afterAll(() => database.drop());

const tables = [
  "subscriptions",
  "subscription_prices",
  "invoices",
  "payment_attempts",
  "events",
  "event_batches",
  "parked_ledger_rows",
  "ledger_undo",
  "ledger_stale_customers",
];
/** Every row of the ledger, and customers but for when they were last touched. */
async function everything(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const table of tables)
    rows.push(
      ...(await ledger.query(`select to_jsonb(t) as row from ${table} t where company_id = $1 order by 1`)),
    );
  return [
    ...rows,
    ...(await ledger.query(
      "select to_jsonb(c) - 'updated_at' - 'value_sources' as row from customers c where company_id = $1 order by 1",
    )),
  ];
}
async function undo(importId: string): Promise<void> {
  while (await ledger.run((client) => undoLedgerImport(client, ledger.companyId, importId, NOW)));
}
/** Rows of every kind: some are there already and change. */
async function writeAll(importId: string, toldAt: Date): Promise<void> {
  const options = { importId, toldAt, unknownCustomers: "park" } as const;
  const dearer = {
    plan: "Max",
    currency: "USD",
    amountMinor: 9000,
    every: { unit: "month", count: 1 } as const,
  };
  await ledger.write(
    "subscriptions",
    [subscription({ price: dearer }), subscription({ sourceId: "S-9" })],
    options,
  );
  await ledger.write(
    "invoices",
    [invoice({ status: 2 }), invoice({ sourceId: "I-9", customer: { externalId: "C-2" } })],
    options,
  );
  await ledger.write("payment_attempts", [attempt(), attempt({ sourceId: "A-2" })], options);
  await ledger.write(
    "events",
    [event(), event({ value: 3 }), event({ customer: { externalId: "C-2" } })],
    options,
  );
  await ledger.write("invoices", [invoice({ customer: { externalId: "later" }, sourceId: "I-10" })], options);
}

describe("undoing an import", () => {
  it("brings back exactly what was: rows, prices, customers", async () => {
    await ledger.write("subscriptions", [subscription()], { toldAt: day("2026-05-01") });
    await ledger.write("invoices", [invoice()], { toldAt: day("2026-05-01") });
    await ledger.write("payment_attempts", [attempt({ succeeded: true })], { toldAt: day("2026-05-01") });
    await ledger.write("events", [event()], { toldAt: day("2026-05-01") });
    const before = await everything();
    const importId = await ledger.startImport();
    await writeAll(importId, day("2026-05-20"));
    // In two batches, as a large file.
    await ledger.write("subscriptions", [subscription({ status: 3 })], {
      importId,
      toldAt: day("2026-05-20"),
    });
    expect(await everything()).not.toEqual(before);
    await undo(importId);
    expect(await everything()).toEqual(before);
    await undo(importId);
    expect(await everything()).toEqual(before);
  });

  it("of all that the ledger knows gives customers back what files said", async () => {
    const before = await everything();
    const importId = await ledger.startImport();
    await writeAll(importId, day("2026-05-20"));
    expect(await ledger.customer("C-1")).toMatchObject({ plan: "Max", monthly_revenue_cents: 14_000 });
    await undo(importId);
    expect(await everything()).toEqual(before);
  });

  it("leaves what something else said later; another import that did is named", async () => {
    const [first, second] = [await ledger.startImport(), await ledger.startImport()];
    const later = (importId: string) =>
      ledger.run((client) => findLaterLedgerImport(client, ledger.companyId, importId));
    await ledger.write("invoices", [invoice(), invoice({ sourceId: "I-2" })], {
      importId: first,
      toldAt: day("2026-05-01"),
    });
    expect(await later(first)).toBeNull();
    await ledger.write("invoices", [invoice({ status: 2 })], { importId: second, toldAt: day("2026-05-02") });
    expect([await later(first), await later(second)]).toEqual([second, null]);
    await undo(second);
    expect(await later(first)).toBeNull();
    await ledger.write("invoices", [invoice({ status: 2 })], { toldAt: day("2026-05-03") });
    await undo(first);
    expect(await ledger.query("select source_id, status from invoices where company_id = $1")).toEqual([
      { source_id: "I-1", status: 2 },
    ]);
  });
});

describe("rows whose customer is not known yet", () => {
  const strangers = { customer: { externalId: "later", email: "Later@example.test" } };
  const park = async () => {
    const options = { unknownCustomers: "park" } as const;
    return [
      await ledger.write("subscriptions", [subscription(strangers)], options),
      await ledger.write(
        "invoices",
        [invoice(strangers), invoice({ sourceId: "I-2", customer: { email: "LATER@example.test" } })],
        options,
      ),
      await ledger.write(
        "events",
        [event({ ...strangers, sourceId: "e1" }), event({ ...strangers, sourceId: "e2" }), event()],
        options,
      ),
    ].map(({ created, parked }) => ({ created, parked }));
  };
  const join = () => ledger.run((client) => joinParkedRows(client, ledger.companyId, { now: NOW }));
  const waiting = async () =>
    (await ledger.query("select 1 from parked_ledger_rows where company_id = $1")).length;

  it("wait, once however often they come, and join by themselves when it comes", async () => {
    expect(await join()).toBeNull();
    const parked = [
      { created: 0, parked: 1 },
      { created: 0, parked: 2 },
      { created: 1, parked: 2 },
    ];
    expect(await park()).toEqual(parked);
    expect((await park()).map((one) => one.parked)).toEqual([1, 2, 2]);
    expect(await waiting()).toBe(5);
    expect(await join()).toBeNull();
    await ledger.customers([{ externalId: "later", email: "later@example.test" }]);
    expect(await join()).toMatchObject({ created: 5, refused: [] });
    expect(await waiting()).toBe(0);
    expect(await ledger.customer("later")).toMatchObject({ monthly_revenue_cents: 5000, payment_status: 2 });
    // The same file once more: the same rows.
    expect((await park()).map(({ created }) => created)).toEqual([0, 0, 0]);
    expect(await waiting()).toBe(0);
  });

  it("belong to their import still", async () => {
    const before = await everything();
    const importId = await ledger.startImport();
    await ledger.write("invoices", [invoice(strangers)], { unknownCustomers: "park", importId });
    await ledger.customers([strangers.customer]);
    await join();
    await undo(importId);
    expect(await ledger.query("select 1 from invoices where company_id = $1")).toEqual([]);
    await database.queryAsAdmin("delete from customers where company_id = $1 and external_id = 'later'", [
      ledger.companyId,
    ]);
    expect(await everything()).toEqual(before);
  });
});

describe("a dry run", () => {
  const rows: { [K in LedgerKind]: LedgerInputs[K][] } = {
    subscriptions: [
      subscription({ status: 3 }),
      subscription({ sourceId: "S-2" }),
      subscription({ sourceId: "S-3", customer: { externalId: "C-3" } }),
      subscription({ customer: { externalId: "C-2" } }),
    ],
    invoices: [
      invoice(),
      invoice({ sourceId: "I-2", amountMinor: -5 }),
      invoice({ sourceId: "I-3", customer: { externalId: "C-3" } }),
    ],
    payment_attempts: [attempt(), attempt({ sourceId: "A-2" })],
    events: [
      event(),
      event(),
      event({ value: 1 }),
      event({ customer: { externalId: "C-3" } }),
      event({ customer: { externalId: "C-3" } }),
    ],
  };
  const compare = async <K extends LedgerKind>(kind: K, options: LedgerOptions) =>
    ledger.run(async (client) => {
      const wave = encodeLedgerWave(
        kind,
        rows[kind].map((record, rowNumber) => ({ rowNumber, record })),
      );
      const counts = await compareLedgerWave(client, ledger.companyId, wave, options);
      const { rows: compared } = await client.query(
        `select row_number, outcome, code, customer_hash is not null as makes, key_hash from ${COMPARED_LEDGER_ROWS} order by row_number`,
      );
      return { wave, counts, compared };
    });

  it.each(["create", "reject", "park"] as const)(
    "says what would be written, and writes nothing (%s)",
    async (unknownCustomers) => {
      await ledger.write("subscriptions", [subscription()]);
      await ledger.write("invoices", [invoice()]);
      await ledger.write("events", [event()]);
      const before = await everything();
      const options: LedgerOptions = { source: "file", toldAt: NOW, now: NOW, unknownCustomers };
      for (const kind of ["events", "payment_attempts", "invoices", "subscriptions"] as const) {
        const { wave, counts, compared } = await compare(kind, options);
        expect(await everything()).toEqual(before);
        expect(compared).toHaveLength(rows[kind].length);
        expect(
          compared
            .filter(({ outcome }) => outcome === "refused")
            .map(({ row_number: rowNumber, code }) => ({ rowNumber, code })),
        ).toEqual(counts.refused);
        const written = await ledger.run(async (client) => {
          await client.query("savepoint before");
          const result = await writeLedgerWave(client, ledger.companyId, wave, options);
          await client.query("rollback to savepoint before");
          return result;
        });
        expect(counts).toEqual(written);
      }
    },
  );

  it("tells which rows speak of the same, and which customers would be made", async () => {
    const { compared } = await compare("events", { source: "file", toldAt: NOW, unknownCustomers: "create" });
    const hashes = compared.map((row) => row["key_hash"] as number);
    expect(new Set(hashes).size).toBe(3);
    expect([hashes[0] === hashes[1], hashes[3] === hashes[4]]).toEqual([true, true]);
    expect(compared.map((row) => row["makes"] as boolean)).toEqual([false, false, false, true, true]);
  });
});

it("leaves nobody behind that was only marked", async () => {
  await ledger.write("events", [event()], { summary: "later" });
  await ledger.run((client) => refreshStaleCustomers(client, ledger.companyId, { now: NOW }));
  expect(await ledger.query("select 1 from ledger_stale_customers where company_id = $1")).toEqual([]);
});
