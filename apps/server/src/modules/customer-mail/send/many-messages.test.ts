import { afterEach, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestApp, type TestApp } from "#testing/index.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { sendJob, writeMessages } from "../index.ts";

const MESSAGES = 3000;

let app: TestApp;
let server: TestSmtp;
afterEach(async () => {
  await app.close();
  await server.close();
});

it("finds each batch by itself in what was written a moment ago, and not by reading all of it", async () => {
  server = await startSmtp();
  app = await createTestApp({ appUrl: "https://app.test", smtpUrl: server.url });
  // No quiet hours.
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  const write = async (count: number) => {
    const companyId = (await buildCompany(app.db)).id;
    await withTenant(app.db, companyId, (tx) =>
      writeMessages(tx, app.context, companyId, {
        kind: "marketing",
        source: { kind: "campaign", id: "0190a000-0000-7000-8000-000000000001" },
        content: { subject: "Hi", preheader: "", senderName: "", blocks: [{ kind: "text", text: "Hi" }] },
        messages: Array.from({ length: count }, (_, n) => ({
          customerId: null,
          address: `c${n}@example.test`,
          uniqueKey: `c${n}`,
          values: {},
          timeZone: null,
        })),
      }),
    );
  };
  // A company that the planner knows, and one that it has never seen.
  await write(300);
  await app.queryAsAdmin("analyze customer_messages");
  await write(MESSAGES);
  const before = await rowsRead();
  await app.runForCompanies(sendJob);
  const [sent] = await app.queryAsAdmin<{ count: number }>(
    "select count(*)::int as count from customer_messages where status = 'sent'",
  );
  expect(sent?.count).toBe(300 + MESSAGES);
  // A message is looked up five times; read whole for each batch it would be thirty times as many and more.
  expect((await rowsRead()) - before).toBeLessThan(20 * MESSAGES);
});

/** Rows of messages that statements have read so far, thrown away or not, as the server counts them. */
async function rowsRead(): Promise<number> {
  const [row] = await app.queryAsAdmin<{ read: number }>(
    "select sum(idx_tup_fetch + seq_tup_read)::float8 as read from pg_stat_user_tables where relname = 'customer_messages'",
  );
  return row?.read ?? Number.NaN;
}
