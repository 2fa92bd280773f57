import { DAY_MS } from "@forestay/contracts";
import { startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import type { SourceRecord } from "./connector.ts";
import { followJob } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { retentionJob } from "./schedule.ts";
import { writeRecords } from "./write-records.ts";

let company: Connected<StripePeer>;
beforeEach(async () => {
  company = await connectedCompany("stripe", (options) => startStripe({ ...options, data: "empty" }));
});
afterEach(() => company.close());

let lastEvent = 0;
/** Stripe tells of an object, alone. */
async function tell(object: string, sourceId: string): Promise<void> {
  const { app, companyId } = company;
  await withTenant(app.db, companyId, (tx) =>
    keepChange(
      tx,
      companyId,
      "stripe",
      { eventId: `evt_${lastEvent++}`, object, sourceId, occurredAt: app.clock.now() },
      app.clock.now(),
    ),
  );
  await app.runJob(followJob, { companyId, provider: "stripe" });
}
const bills = () =>
  company.rows("select source_id as id, refunded_minor::int as refunded from invoices order by source_id");
const tries = () => company.rows("select invoice_source_id as bill from payment_attempts");

it.each([
  ["charges", "invoices"],
  ["invoices", "charges"],
])("a payment that was paid back knows its bill, told in the order %s, %s", async (...order) => {
  const { data } = company.peer;
  const customer = data.addCustomer({ name: "Ada", email: "ada@one.example" });
  await company.sync();
  const { id: price } = data.addMonthlyPrice(1000);
  data.subscribe({ customer: customer.id, items: [{ price }] });
  const [charge] = [...data.account.charges.all()];
  const [invoice] = [...data.account.invoices.all()];
  if (!charge || !invoice) throw new Error("Nothing was billed");
  data.refund(charge.id, 300);
  const ids: Record<string, string> = { charges: charge.id, invoices: invoice.id };
  for (const object of order) await tell(object, ids[object] ?? "");
  expect(await tries()).toEqual([{ bill: invoice.id }]);
  expect(await bills()).toEqual([{ id: invoice.id, refunded: 300 }]);
  expect(await company.rows("select 1 from integration_awaited")).toEqual([]);
  expect(await company.rows("select 1 from integration_inbox where handled_at is null")).toEqual([]);
});

const customer: SourceRecord = {
  object: "customers",
  sourceId: "cus_1",
  label: "Ada",
  detail: "",
  ofCustomers: [],
  customer: { sourceId: "cus_1", email: "ada@one.example", fullName: "Ada" },
};
const ofAda = { customer: { sourceId: "cus_1" }, currency: "USD" };
const bill: SourceRecord = {
  object: "invoices",
  sourceId: "in_1",
  label: "in_1",
  detail: "",
  ofCustomers: ["cus_1"],
  invoice: {
    ...ofAda,
    sourceId: "in_1",
    kind: "invoice",
    amountMinor: 1000,
    paidMinor: 1000,
    issuedAt: "2026-03-01",
  },
  references: [
    { sourceId: "pi_1", targetId: "in_1" },
    { sourceId: "pi_2", targetId: "in_1" },
  ],
};
const payment = (reference: string, refundedMinor: number, succeeded = true): SourceRecord => ({
  object: "charges",
  sourceId: `ch_of_${reference}_${succeeded}`,
  label: reference,
  detail: "",
  ofCustomers: ["cus_1"],
  attempt: {
    ...ofAda,
    sourceId: `ch_of_${reference}_${succeeded}`,
    invoiceSourceId: reference,
    attemptedAt: "2026-03-02",
    succeeded,
    amountMinor: 500,
  },
  ...(refundedMinor > 0 && { refund: { reference, refundedMinor } }),
});
const write = (...records: SourceRecord[]) =>
  withTenantClient(company.app.db, company.companyId, ({ tx, client }) =>
    writeRecords(
      {
        tx,
        client,
        companyId: company.companyId,
        provider: "stripe",
        runId: null,
        now: company.app.clock.now(),
      },
      records,
      [],
    ),
  );
const refunded = async () =>
  (await company.rows<{ refunded: number }>("select refunded_minor::int as refunded from invoices"))[0]
    ?.refunded;

it("what was paid back of a bill is the sum of its payments, told together, apart, again and less", async () => {
  await write(customer, bill, payment("pi_1", 200), payment("pi_2", 300));
  expect(await refunded()).toBe(500);
  await write(payment("pi_2", 400));
  expect(await refunded()).toBe(600);
  await write(payment("pi_1", 200));
  expect(await refunded()).toBe(600);
  // The first try of a payment that came through later has nothing to give back.
  await write(payment("pi_1", 0, false));
  expect(await refunded()).toBe(600);
  // A refund that came to nothing.
  await write(payment("pi_1", 0));
  expect(await refunded()).toBe(400);
  await write(bill);
  expect(await refunded()).toBe(400);
});

it("waits for a bill no longer than bills are compared, and not at all where bills are not read", async () => {
  const waiting = () => company.rows("select reference as of from integration_awaited");
  await write(customer, payment("pi_1", 0));
  expect(await waiting()).toEqual([{ of: "pi_1" }]);
  company.pass(36 * DAY_MS);
  await company.app.runForCompanies(retentionJob);
  expect(await waiting()).toEqual([]);
  await company.rows("update integrations set excluded_objects = '{invoices}'");
  await write(payment("pi_2", 0));
  expect(await waiting()).toEqual([]);
});

it("a deal names as many companies as it has", async () => {
  const targetId = Array.from({ length: 400 }, (_, n) => 40_000_000_000 + n).join(",");
  const { object, sourceId, label, detail, ofCustomers } = customer;
  await write({
    object,
    sourceId,
    label,
    detail,
    ofCustomers,
    references: [{ sourceId: "deal:1", targetId }],
  });
  expect(await company.rows("select target_id as id from integration_references")).toEqual([
    { id: targetId },
  ]);
});
