import { integrationRoutes, recoveryWorkRoutes } from "@forestay/contracts";
import { peerClock, startStripe } from "@forestay/provider-sandboxes";
import { expect, it } from "vitest";
import { readConfig } from "#config";
import { sendJob } from "#modules/customer-mail/index.ts";
import { buildCompany, buildUser, createTestApp, providersWith } from "#testing/index.ts";
import { startSmtp } from "#testing/smtp.ts";
import { dyingAt, prepareDeaths, type Write } from "../fixtures/deaths.ts";
import { followLedgerJob } from "../follow-ledger.ts";
import { cardsJob } from "./cards-job.ts";

const CUSTOMERS = 3;

const writes: readonly Write[] = [
  ["recovery_cards", "insert", "true", 2],
  ["recovery_card_looks", "insert", "true", 1],
  ["recovery_cards", "update", "new.arm is distinct from old.arm", 2],
  ["customer_messages", "insert", "true", 2],
  ["recovery_cards", "update", "new.messages > old.messages", 2],
  ["customer_messages", "update", "new.status = 'sending'", 2],
  ["customer_messages", "update", "new.status = 'sent'", 2],
];

it("asks each customer for another card once, whichever write its worker dies at", async () => {
  await using stack = new AsyncDisposableStack();
  const clock = peerClock(new Date("2026-06-10T10:00:00Z"));
  const server = await startSmtp();
  stack.defer(() => server.close());
  const peer = await startStripe({ data: "empty", clock });
  stack.defer(() => peer.close());
  const { data } = peer;
  const price = data.addMonthlyPrice(4900);
  const emails = Array.from({ length: CUSTOMERS }, (_, n) => `card${n}@one.example`);
  for (const email of emails) {
    const { id } = data.addCustomer({ name: email, email });
    data.editCard(id, { exp_month: 6, exp_year: 2026, country: "DE" });
    data.subscribe({ customer: id, items: [{ price: price.id }] });
  }
  const app = await createTestApp({
    ...readConfig({}),
    appUrl: "https://app.test",
    smtpUrl: server.url,
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  stack.defer(() => app.close());
  await prepareDeaths(app);
  for (const write of writes) {
    app.clock.set(new Date(clock.now()));
    server.received.length = 0;
    const companyId = (await buildCompany(app.db)).id;
    const owner = (await buildUser(app.db, companyId, "Owner")).actor;
    await app.call(owner, integrationRoutes.connect, {
      params: { provider: "stripe" },
      body: { credential: peer.keys.collecting },
    });
    await app.call(owner, integrationRoutes.sync, { params: { provider: "stripe" }, body: {} });
    await app.drainJobs();
    await app.runJob(followLedgerJob.company, { companyId });
    await app.call(owner, recoveryWorkRoutes.saveSettings, {
      body: { sends: true, retries: "observe", controlPercent: 0, providerHasStopped: false },
    });
    app.clock.set(new Date("2026-06-12T10:00:00Z"));
    const work = async () => {
      for (const job of [cardsJob, sendJob])
        await app.runJob(job.company, { companyId }).catch(() => undefined);
    };
    expect(await dyingAt(app, write, work), String(write)).toBe(true);
    for (let again = 0; again < 3; again++) await work();

    const received = server.received.map(({ to }) => to);
    expect(new Set(received).size, String(write)).toBe(received.length);
    const messages = await app.queryAsAdmin<{ address: string; status: string }>(
      "select address, status from customer_messages where company_id = $1 order by address",
      [companyId],
    );
    expect(
      messages.map(({ address }) => address),
      String(write),
    ).toEqual(emails);
    for (const { address, status } of messages) {
      expect(["sent", "unknown"], `${String(write)} ${address}`).toContain(status);
      if (status === "sent") expect(received).toContain(address);
    }
    expect(
      await app.queryAsAdmin("select messages from recovery_cards where company_id = $1", [companyId]),
      String(write),
    ).toEqual(emails.map(() => ({ messages: 1 })));
  }
});
