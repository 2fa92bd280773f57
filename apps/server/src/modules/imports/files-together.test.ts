import { buffer } from "node:stream/consumers";
import { importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import yazl from "yazl";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, upload, uploaded, type TestApp } from "#testing/index.ts";
import { statusOf } from "./fixtures/import-flow.ts";
import { ledgerCustomers, ledgerFiles } from "./fixtures/ledger-files.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Staff")).actor;
});

async function zipOf(files: Record<string, string>): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

const everyFile = {
  "export/events.csv": ledgerFiles.events.csv,
  "export/payments.csv": ledgerFiles.payments.csv,
  "__MACOSX/export/._events.csv": "nothing",
  "export/.DS_Store": "nothing",
  "export/invoices.csv": ledgerFiles.invoices.csv,
  "export/read me.pdf": "%PDF-1.7 something",
  "export/customers.csv": ledgerCustomers,
  "export/subscriptions.csv": ledgerFiles.subscriptions.csv,
};

it("takes every table of a zip for an import of its own, in the order in which they go in, and runs them through", async () => {
  const first = await uploaded(app, user, await zipOf(everyFile), { name: "export.zip", autoConfirm: true });
  expect(first.together.map(({ kind, fileName }) => [kind, fileName])).toEqual([
    ["customers", "customers.csv"],
    ["subscriptions", "subscriptions.csv"],
    ["invoices", "invoices.csv"],
    ["payments", "payments.csv"],
    ["events", "events.csv"],
  ]);
  expect(first.fileName).toBe("customers.csv");
  expect(first.notices.join()).toMatch(/“read me\.pdf” of the zip was left out: This is a PDF document/);
  await app.drainJobs();
  const { together } = await statusOf(app, user, first.id);
  expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => JobStatus.Completed));
  const counts = await app.queryAsAdmin(
    `select (select count(*)::int from customers where company_id = $1) as customers,
       (select count(*)::int from invoices where company_id = $1) as invoices,
       (select count(*)::int from events where company_id = $1) as events`,
    [companyId],
  );
  expect(counts).toEqual([{ customers: 2, invoices: 2, events: 2 }]);
});

it("holds files together that were sent one by one", async () => {
  const group = "01a204f8-8000-4b02-beb1-3611e12c0aa9";
  const invoices = await uploaded(app, user, ledgerFiles.invoices.csv, {
    name: "invoices.csv",
    fields: { group },
  });
  expect(invoices.together.map(({ fileName }) => fileName)).toEqual(["invoices.csv"]);
  await uploaded(app, user, ledgerCustomers, { fields: { group } });
  expect((await statusOf(app, user, invoices.id)).together.map(({ fileName }) => fileName)).toEqual([
    "customers.csv",
    "invoices.csv",
  ]);
  expect((await uploaded(app, user, ledgerCustomers)).together).toEqual([]);
});

it("refuses a zip without a table, one that is damaged and one with too many files, and keeps nothing of it", async () => {
  const refusals = [
    [
      await zipOf({ "a.pdf": "%PDF-1.7 something" }),
      /“a\.pdf” of the zip was left out: This is a PDF document/,
    ],
    [await zipOf({ "folder/.hidden": "x" }), /This zip holds no files/],
    [(await zipOf(everyFile)).subarray(0, 900), /This is no zip that can be read/],
    [
      await zipOf(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`${n}.csv`, ledgerCustomers]))),
      /more than 20 files/,
    ],
  ] as const;
  for (const [zip, words] of refusals) {
    const answer = await upload(app, user, zip, { name: "export.zip" });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      expect.any(Number),
      expect.stringMatching(words),
    ]);
  }
  const { body } = await app.call(user, importRoutes.list);
  expect(body.totalCount).toBe(0);
});
