import { recoveryWorkRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendJob } from "#modules/customer-mail/index.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { attempt, invoice, openLedgerCompany } from "#testing/ledger-company.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { dyingAt, prepareDeaths, type Write } from "../fixtures/deaths.ts";
import { openTryingCompany } from "../fixtures/trying-company.ts";
import { followLedgerJob } from "../follow-ledger.ts";
import { workJob } from "./work-cases.ts";

const CUSTOMERS = 4;
const FAILED = "2026-06-01T10:00:00Z";

describe("a worker whose connection dies on the way from a failed payment to a message that has left", () => {
  let app: TestApp;
  let server: TestSmtp;
  beforeAll(async () => {
    server = await startSmtp();
    app = await createTestApp({ appUrl: "https://app.test", smtpUrl: server.url, rateLimitScale: 1000 });
    await prepareDeaths(app);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const writes: readonly Write[] = [
    ["recovery_marks", "delete", "true", 2],
    ["recovery_cases", "insert", "true", 3],
    ["customer_messages", "insert", "true", 1],
    ["customer_messages", "insert", "true", 3],
    ["recovery_cases", "update", "new.last_message_day is distinct from old.last_message_day", 2],
    ["recovery_cases", "update", "new.status is distinct from old.status", 2],
    ["recovery_deeds", "insert", "true", 1],
    ["customer_messages", "update", "new.status = 'sending'", 2],
    ["customer_messages", "update", "new.status = 'sent'", 1],
    ["customer_messages", "update", "new.status = 'sent'", 3],
  ];
  it.each(writes)(
    "%s %s where %s, row %i: everybody is written to once, and each case knows it",
    async (...write) => {
      app.clock.set(new Date("2026-06-01T09:00:00Z"));
      server.received.length = 0;
      const ledger = await openLedgerCompany(app);
      const { companyId } = ledger;
      const owner = (await buildUser(app.db, companyId, "Owner")).actor;
      const customers = Array.from({ length: CUSTOMERS }, (_, n) => ({
        externalId: `C-${n}`,
        email: `c${n}@c.test`,
      }));
      await ledger.customers(customers);
      await app.call(owner, recoveryWorkRoutes.saveSettings, {
        body: { sends: true, retries: "observe", controlPercent: 0, providerHasStopped: false },
      });
      const told = { toldAt: new Date(FAILED), now: new Date(FAILED) };
      const ofEach = <T>(make: (customer: { externalId: string }, n: number) => T) => customers.map(make);
      await ledger.write(
        "invoices",
        ofEach((customer, n) => invoice({ sourceId: `I-${n}`, customer, dueAt: null, issuedAt: FAILED })),
        told,
      );
      await ledger.write(
        "payment_attempts",
        ofEach((customer, n) =>
          attempt({ sourceId: `A-${n}`, invoiceSourceId: `I-${n}`, customer, attemptedAt: FAILED }),
        ),
        told,
      );
      app.clock.set(new Date("2026-06-03T10:00:00Z"));
      const work = async () => {
        for (const job of [followLedgerJob, workJob, sendJob])
          await app.runJob(job.company, { companyId }).catch(() => undefined);
      };
      expect(await dyingAt(app, write, work)).toBe(true);
      await app.queryAsAdmin("update recovery_cases set look_at = first_failed_at where company_id = $1", [
        companyId,
      ]);
      for (let again = 0; again < 3; again++) await work();

      const received = server.received.map(({ to }) => to);
      expect(new Set(received).size).toBe(received.length);
      const messages = await app.queryAsAdmin<{ address: string; status: string }>(
        "select address, status from customer_messages where company_id = $1 order by address",
        [companyId],
      );
      expect(messages.map(({ address }) => address)).toEqual(customers.map(({ email }) => email));
      for (const { address, status } of messages)
        expect(["sent", "unknown"], `${address} ${String(received.includes(address))}`).toContain(status);
      for (const { address, status } of messages) if (status === "sent") expect(received).toContain(address);
      expect(
        await app.queryAsAdmin(
          `select status, messages, last_message_day as day, (select count(*)::int from recovery_deeds d
           where d.company_id = c.company_id and d.case_id = c.id) as deeds
         from recovery_cases c where company_id = $1`,
          [companyId],
        ),
      ).toEqual(customers.map(() => ({ status: "in_recovery", messages: 1, day: 2, deeds: 1 })));
    },
  );
});

describe("a server that dies on the way from the provider's word that a bill is paid to the end of its case", () => {
  const writes: readonly Write[] = [
    ["integration_inbox", "insert", "true", 1],
    ["integration_inbox", "update", "new.handled_at is not null", 1],
    ["payment_attempts", "insert", "new.succeeded", 1],
    ["invoices", "update", "new.status = 2", 1],
    ["recovery_marks", "delete", "true", 1],
    ["recovery_cases", "update", "new.status = 'recovered'", 1],
  ];
  it.each(writes)(
    "%s %s where %s: it is recovered all the same, and nobody is written to or charged any more",
    async (...write) => {
      await using company = await openTryingCompany();
      const { app, companyId, peer, clock } = company;
      await prepareDeaths(app);
      await company.saveOwn(true, true);
      await company.fail();
      await company.hear();
      await app.drainJobs();
      const [bill] = [...peer.data.account.invoices.all()].filter(({ status }) => status === "open");
      await fetch(`${bill!.hosted_invoice_url}`, {
        method: "POST",
        body: new URLSearchParams({ card: "pm_card_visa" }),
        redirect: "manual",
      });
      const charges = company.charges().length;
      // A try and a message are due by now.
      clock.advance(3 * 86_400_000);
      app.clock.set(new Date(clock.now()));
      const news = async () => {
        for (const step of [
          () => company.hear(),
          () => app.drainJobs({ ignoreRunAt: true }),
          () => app.runJob(followLedgerJob.company, { companyId }),
        ])
          await step().catch(() => undefined);
      };
      expect(await dyingAt(app, write, news)).toBe(true);
      await company.work();
      await news();
      await company.pass(86_400_000);
      await app.runJob(sendJob.company, { companyId });
      expect(await company.only()).toMatchObject({ status: "recovered", recovered: 49, nextStep: null });
      expect(company.charges()).toHaveLength(charges);
      expect(await app.queryAsAdmin("select 1 from mails where company_id = $1", [companyId])).toEqual([]);
    },
  );
});
