import {
  defaultRecoveryPolicy,
  recoveryPolicyRoutes,
  recoveryRoutes,
  recoveryWorkRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sendJob } from "#modules/customer-mail/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { attempt, invoice, openLedgerCompany, type LedgerCompany } from "#testing/ledger-company.ts";
import { followLedgerJob } from "../follow-ledger.ts";
import { workJob } from "./work-cases.ts";

let app: TestApp;
let ledger: LedgerCompany;
let owner: CompanyUser;
const FAILED = "2026-06-01T10:00:00Z";

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-06-01T09:00:00Z"));
  ledger = await openLedgerCompany(app);
  owner = (await buildUser(app.db, ledger.companyId, "Owner")).actor;
  await ledger.customers([{ externalId: "C-1", fullName: "Hannah Feldman", email: "pay@harbor.test" }]);
});

const minute = async (time: string) => {
  app.clock.set(new Date(time));
  const { companyId } = ledger;
  for (const job of [followLedgerJob.company, workJob.company, sendJob.company])
    await app.runJob(job, { companyId });
};
const only = async () => (await app.call(owner, recoveryRoutes.cases, { query: {} })).body.items[0]!;

it.each([
  ["pause", "your access is paused until the payment is made", "grace_pause"],
  ["cancel", "your subscription ends", "grace_cancel"],
  ["keep", "nothing changes by itself, and the amount stays open", "provider"],
] as const)(
  "tells customers that grace ends by '%s', to the last message on its last day, and the queue what is to be done",
  async (graceEnd, words, nextStep) => {
    await app.call(owner, recoveryPolicyRoutes.save, { body: { ...defaultRecoveryPolicy, graceEnd } });
    await app.call(owner, recoveryPolicyRoutes.use);
    await app.call(owner, recoveryWorkRoutes.saveSettings, {
      body: { sends: true, retries: "observe", controlPercent: 0, providerHasStopped: false },
    });
    const told = { toldAt: new Date(FAILED), now: new Date(FAILED) };
    await ledger.write("invoices", [invoice({ dueAt: null, issuedAt: FAILED })], told);
    await ledger.write("payment_attempts", [attempt({ attemptedAt: FAILED })], told);
    for (const day of ["03", "06", "11", "21"]) await minute(`2026-06-${day}T10:00:00Z`);
    await minute("2026-06-21T12:00:00Z");
    expect(await only()).toMatchObject({ nextStep: "message", nextAt: "2026-07-01T10:00:00.000Z" });
    await minute("2026-07-01T10:00:00Z");
    const mails = await app.queryAsAdmin<{ subject: string; text: string }>(
      "select subject, plain_text as text from mails where company_id = $1 order by created_at, id",
      [ledger.companyId],
    );
    expect(mails.map(({ subject }) => subject).slice(2)).toEqual([
      "Keep your subscription",
      "Last notice: please settle $50.00 by July 1, 2026",
      "$50.00 was not paid by July 1, 2026",
    ]);
    for (const { text } of mails.slice(2)) expect(text).toContain(words);
    expect(mails.slice(0, 2).some(({ text }) => text.includes(words))).toBe(false);
    await minute("2026-07-01T12:00:00Z");
    expect(await only()).toMatchObject({ nextStep, nextAt: null });
  },
);
