import { afterEach, expect, it } from "vitest";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { hashAddress } from "../addresses.ts";
import { cancelMessages, holdMessages, releaseMessages, sendJob, writeMessages } from "../index.ts";
import { addSuppression } from "../suppressions.ts";

let app: TestApp;
let server: TestSmtp;
let companyId: string;
/** Happens while the first messages are on their way. */
let meanwhile: (tx: Tx) => Promise<unknown>;

const source = { kind: "campaign" as const, id: "0190a000-0000-7000-8000-000000000001" };
const addresses = Array.from({ length: 12 }, (_, n) => `c${String(n).padStart(2, "0")}@example.test`);

/** Twelve messages of a campaign are due, on a server that takes each longer than anything stays taken. */
async function start(): Promise<void> {
  let done: Promise<unknown> | undefined;
  server = await startSmtp(undefined, {
    onRcptTo(_address, _session, next) {
      app.clock.advance(4000);
      done ??= withTenant(app.db, companyId, meanwhile);
      const first = done;
      const goOn = async () => {
        await first;
        next();
      };
      void goOn();
    },
  });
  app = await createTestApp({ appUrl: "https://app.test", smtpUrl: server.url });
  companyId = (await buildCompany(app.db)).id;
  // No quiet hours.
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  await withTenant(app.db, companyId, (tx) =>
    writeMessages(tx, app.context, companyId, {
      kind: "marketing",
      source,
      content: { subject: "Hi", preheader: "", senderName: "", blocks: [{ kind: "text", text: "Hi" }] },
      messages: addresses.map((address) => ({
        customerId: null,
        address,
        uniqueKey: address,
        values: {},
        timeZone: null,
      })),
    }),
  );
}
afterEach(async () => {
  await app.close();
  await server.close();
});

const send = () => app.runForCompanies(sendJob);
const left = () => server.received.map(({ to }) => to).toSorted();
const rest = () =>
  app.queryAsAdmin(
    "select status, reason, attempts, count(*)::int as count from customer_messages where status <> 'sent' group by 1, 2, 3 order by 1",
  );

it("has a pause and an unsubscribe reach what was taken and not handed over, and sends each once in the end", async () => {
  meanwhile = async (tx) => {
    await holdMessages(tx, companyId, source);
    const addressHash = hashAddress(addresses[11]!);
    await addSuppression(tx, companyId, {
      addressHash,
      reason: "unsubscribed",
      source: "",
      at: app.clock.now(),
    });
  };
  await start();
  await send();
  // One on each line was on its way.
  expect(left()).toHaveLength(5);
  expect(await rest()).toEqual([{ status: "waiting", reason: "Paused.", attempts: 0, count: 7 }]);

  await withTenant(app.db, companyId, (tx) => releaseMessages(tx, app.context, companyId, source));
  // In one run, however often it is taken anew.
  await send();
  expect(left()).toEqual(addresses.slice(0, 11));
  expect(await rest()).toEqual([{ status: "suppressed", reason: "unsubscribed", attempts: 0, count: 1 }]);
});

it("does not send what was taken back meanwhile", async () => {
  meanwhile = (tx) => cancelMessages(tx, companyId, source, "Archived.");
  await start();
  await send();
  await send();
  expect(left()).toHaveLength(5);
  expect(await rest()).toEqual([{ status: "cancelled", reason: "Archived.", attempts: 0, count: 7 }]);
});
