import { randomUUID } from "node:crypto";
import { auditRoutes, dashboardRoutes, mailRoutes, reportRoutes } from "@forestay/contracts";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rebuildRollups, riskJob } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, TEST_SECRET_KEYS, type TestApp } from "#testing/index.ts";
import { LEDGER_NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";
import { addScoredCompany } from "#testing/scored-company.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { weeklyReports } from "./send-weekly.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

const WEEK_MS = 7 * 86_400_000;
const MONDAY_8 = { weekday: 1, hour: 8, plan: null, currency: null };
/** A Monday at nine: an hour after the usual one. */
const MONDAY_9 = LEDGER_NOW;

let app: TestApp;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await createTestApp({ rateLimitScale: 1000, smtpUrl: smtp.url, appUrl: "https://app.example.test" });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

async function company(role: "Owner" | "Viewer" = "Viewer", { isEmpty = false } = {}) {
  app.clock.set(MONDAY_9);
  const { id } = await buildCompany(app.db, "Harborline");
  const { actor } = await buildUser(app.db, id, role, { now: MONDAY_9 });
  if (!isEmpty) {
    await writeElevenCustomers(app, id);
    await rebuildRollups(app.db, id, { now: MONDAY_9, write: true });
  }
  await app.drainJobs({ ignoreRunAt: true });
  return actor;
}
const subscribe = (user: CompanyUser, change: object = {}) =>
  app.call(user, reportRoutes.subscribe, { body: { ...MONDAY_8, ...change } });
/** As the cron does on its rounds, and the mails after it. */
async function roundAt(user: CompanyUser, at: Date | number) {
  app.clock.set(new Date(at));
  await app.runJob(weeklyReports.company, { companyId: user.companyId });
  await app.drainJobs();
}
const mailsTo = (user: CompanyUser) => smtp.received.filter(({ to }) => to === user.email);

/** A mail's text without its encoding, and the text of the PDF that came with it. */
async function read(raw: string) {
  const unwrapped = raw.replaceAll("=\r\n", "");
  const plain = Buffer.from(
    unwrapped.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    "latin1",
  ).toString("utf8");
  const [, base64 = ""] = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return { plain, pdf: base64 === "" ? null : await pdfText(Buffer.from(base64, "base64")) };
}
async function pdfText(bytes: Buffer) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}

/** Every number that the dashboard's own calls answer at this moment, as people read it. */
async function numbersOf(user: CompanyUser): Promise<string[]> {
  const ask = async <T>(answer: Promise<{ status: number; body: T }>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const shown = await ask(app.call(user, dashboardRoutes.get));
  const attention = await ask(app.call(user, dashboardRoutes.attention));
  const rows = (query: object) => ask(app.call(user, dashboardRoutes.rows, { query: query as never }));
  const money = (amount: number, digits = 0) =>
    amount.toLocaleString("en-US", {
      style: "currency",
      currency: shown.currency,
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
    });
  const figures = shown.tiles.flatMap((tile) => {
    if (tile.value === null) return [tile.missing!];
    return [
      tile.unit === "money"
        ? money(tile.value)
        : `${(tile.value * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`,
      ...(tile.basis === null ? [] : [tile.basis]),
    ];
  });
  const month = shown.months.findLast(({ isComplete, flow }) => isComplete && flow !== null)?.flow;
  const flows = month
    ? (["start", "new", "expansion", "reactivation", "contraction", "churn", "end"] as const).map((part) =>
        money(month[part], 2),
      )
    : [];
  const lost = shown.tiles.find(({ key }) => key === "logo_churn")!;
  const said = [];
  if (lost.value !== null) {
    const left = await rows(lost.rowsOf!);
    const churned = await rows({ ...lost.rowsOf!, figure: "movements", kind: "churn" });
    said.push(
      `${left.count} customers left in the last 30 days`,
      `${money(churned.total)} of monthly revenue`,
    );
  }
  const open = shown.payments?.open;
  const people = attention.items.slice(0, 5);
  return [
    ...said,
    ...figures,
    ...flows,
    ...(open ? [money(open.amount)] : []),
    ...(shown.payments?.months ?? []).slice(-3).flatMap((one) => [money(one.failed), money(one.recovered)]),
    ...people.flatMap((one) => [one.name, money(one.atRisk), `score ${one.score}`]),
  ];
}

describe("a weekly report", () => {
  it("arrives once at its hour, by mail and as a PDF, with the numbers that the dashboard answers at that moment", async () => {
    const viewer = await company();
    const { body, status } = await subscribe(viewer);
    expect([status, body.nextAt, body.lastAt]).toEqual([200, "2026-06-22T08:00:00.000Z", null]);
    await roundAt(viewer, MONDAY_9);
    expect(mailsTo(viewer)).toEqual([]);

    const at = new Date("2026-06-22T08:00:00Z");
    // Two workers at once, and the rounds after them.
    app.clock.set(at);
    const job = () => app.runJob(weeklyReports.company, { companyId: viewer.companyId });
    await Promise.all([job(), job()]);
    await app.drainJobs();
    await roundAt(viewer, at.getTime() + 900_000);
    await roundAt(viewer, at.getTime() + 5 * 86_400_000);
    const [mail, ...more] = mailsTo(viewer);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Subject: Harborline, week to June 22, 2026: ");

    app.clock.set(at);
    const { plain, pdf } = await read(mail!.text);
    const numbers = await numbersOf(viewer);
    expect(numbers.length).toBeGreaterThan(20);
    for (const number of numbers) {
      expect(plain, "mail").toContain(number);
      expect(pdf, "PDF").toContain(number);
    }
    expect(plain).not.toContain("<img");
    expect(pdf).toMatch(/As of June 15, 2026 at .* \(UTC\)/);
    expect(pdf).toContain("Page 1");

    await roundAt(viewer, at.getTime() + WEEK_MS);
    expect(mailsTo(viewer)).toHaveLength(2);
  });

  it("names who needs attention first and what is at risk, as the dashboard does", async () => {
    app.clock.set(new Date());
    const { owner, companyId } = await addScoredCompany(app);
    const [scored] = await app.queryAsAdmin<{ at: Date }>(
      "select max(scored_at) as at from customers where company_id = $1",
      [companyId],
    );
    app.clock.set(new Date(scored!.at.getTime() + 3_600_000));
    await app.runForCompanies(riskJob);
    const sent = await app.call(owner, reportRoutes.send, { body: { plan: null, currency: null } });
    expect([sent.status, sent.body]).toEqual([202, { email: owner.email, mailLeaves: true }]);
    await app.drainJobs();
    const { plain, pdf } = await read(mailsTo(owner).at(-1)!.text);
    const numbers = await numbersOf(owner);
    expect(numbers.some((number) => number.startsWith("score "))).toBe(true);
    for (const number of numbers) {
      expect(plain, "mail").toContain(number);
      expect(pdf, "PDF").toContain(number);
    }
    expect(plain).toContain("You asked for this report.");
    expect(mailsTo(owner).at(-1)?.text).not.toContain("List-Unsubscribe");
  });

  it("is whole or not at all: what ended in the middle is written by the next round, once", async () => {
    const viewer = await company();
    await subscribe(viewer);
    await app.queryAsAdmin(`create function refuse_mails() returns trigger language plpgsql as
      $$ begin raise exception 'killed here'; end $$`);
    await app.queryAsAdmin(
      "create trigger refuse before insert on mails for each row execute function refuse_mails()",
    );
    const at = Date.parse("2026-06-22T08:00:00Z");
    await expect(roundAt(viewer, at)).rejects.toThrow("killed here");
    await app.queryAsAdmin("drop trigger refuse on mails");
    expect(mailsTo(viewer)).toEqual([]);
    await roundAt(viewer, at + 900_000);
    await roundAt(viewer, at + 1_800_000);
    expect(mailsTo(viewer)).toHaveLength(1);
  });

  it("is the latest alone after weeks without a server, and one a week when its day is moved", async () => {
    const viewer = await company();
    await subscribe(viewer);
    await roundAt(viewer, MONDAY_9.getTime() + 3 * WEEK_MS);
    expect(mailsTo(viewer)).toHaveLength(1);
    const { body } = await subscribe(viewer, { weekday: 3 });
    expect(body.nextAt).toBe("2026-07-15T08:00:00.000Z");
    await roundAt(viewer, Date.parse("2026-07-08T08:00:00Z"));
    expect(mailsTo(viewer)).toHaveLength(1);
    await roundAt(viewer, Date.parse("2026-07-15T08:00:00Z"));
    expect(mailsTo(viewer)).toHaveLength(2);
  });

  it("goes to nobody who lost access, gave it up, or whose company is about to be deleted", async () => {
    const people = [];
    for (const lose of [
      "update users set disabled_at = now() where id = $1",
      "delete from users where id = $1",
      "update companies set deletion_at = now() where id = (select company_id from users where id = $1)",
    ]) {
      const viewer = await company();
      await subscribe(viewer);
      await app.queryAsAdmin(lose, [viewer.userId]);
      people.push(viewer);
    }
    const gaveUp = await company();
    await subscribe(gaveUp);
    expect((await app.call(gaveUp, reportRoutes.unsubscribe)).body.subscription).toBeNull();
    for (const viewer of [...people, gaveUp]) {
      await roundAt(viewer, MONDAY_9.getTime() + WEEK_MS);
      expect(mailsTo(viewer)).toEqual([]);
    }
  });

  it("of a company without customers is one sentence on how to fill it, once", async () => {
    const viewer = await company("Viewer", { isEmpty: true });
    await subscribe(viewer);
    for (const weeks of [1, 2, 3]) await roundAt(viewer, MONDAY_9.getTime() + weeks * WEEK_MS);
    const [mail, ...more] = mailsTo(viewer);
    expect(more).toEqual([]);
    const { plain, pdf } = await read(mail!.text);
    expect(plain).toContain("Harborline has no customers here so far: import a file of them");
    expect(pdf).toBeNull();
    const file = await app.call(viewer, reportRoutes.createFile, { body: {} });
    expect(file).toMatchObject({ status: 409, body: { code: "invalid_state" } });
  });
});

describe("who asks for a report", () => {
  it("is told at the field what cannot be, and what was chosen stands in the audit log", async () => {
    const owner = await company("Owner");
    const refused = async (change: object) => {
      const { status, body } = await subscribe(owner, change);
      return [status, (body as unknown as { fields: object }).fields];
    };
    expect(await refused({ hour: 24 })).toEqual([400, { hour: "Choose an hour" }]);
    expect(await refused({ weekday: 0 })).toEqual([400, { weekday: "Choose a day" }]);
    expect(await refused({ plan: "Gold" })).toEqual([
      400,
      { plan: "Nobody is on this plan: choose another" },
    ]);
    await subscribe(owner, { plan: "Pro" });
    // What changes nothing leaves no entry.
    await subscribe(owner, { plan: "Pro" });
    await subscribe(owner, { plan: "Pro", hour: 9 });
    const { body } = await app.call(owner, auditRoutes.listAudit);
    const entries = body.items.filter(({ action }) => action === "report.subscribed");
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ before: { hour: 8 }, after: { hour: 9 } });
  });

  it("gets one for two presses, and a PDF whose bytes are the same while the figures are", async () => {
    const viewer = await company();
    const headers = { "idempotency-key": randomUUID() };
    const body = { plan: "Pro", currency: null };
    for (let press = 0; press < 2; press++) await app.call(viewer, reportRoutes.send, { body, headers });
    await app.drainJobs();
    expect(mailsTo(viewer)).toHaveLength(1);
    expect((await read(mailsTo(viewer)[0]!.text)).plain).toContain("Harborline, plan Pro");

    const files: Buffer[] = [];
    for (let download = 0; download < 2; download++) {
      const link = await app.call(viewer, reportRoutes.createFile, { body: { period: "12_months" } });
      const file = await app.inject({ url: link.body.downloadPath });
      expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(file.headers["content-disposition"]).toContain("dashboard-2026-06-15.pdf");
      files.push(file.rawPayload);
    }
    expect(files[0]?.equals(files[1]!)).toBe(true);
    const document = await getDocumentProxy(new Uint8Array(files[0]!));
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: expect.stringMatching(/^Harborline: .* left/), Language: "en-US" });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  });
});

describe("the link of a mail", () => {
  const stop = (token: string, body = "List-Unsubscribe=One-Click") =>
    app.inject({
      method: "POST",
      url: `/api/reports/unsubscribe?token=${token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: body,
    });

  it("ends the report by one press of the mail program, signed in or not, and twice is once", async () => {
    const viewer = await company();
    await subscribe(viewer);
    await roundAt(viewer, MONDAY_9.getTime() + WEEK_MS);
    const headers = mailsTo(viewer)[0]!
      .text.split("\r\n\r\n")[0]!
      .replaceAll(/\r\n\s+/g, "");
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const address =
      /List-Unsubscribe: ?<https:\/\/app\.example\.test\/api(\/[^>]+)>/.exec(headers)?.[1] ?? "";
    const token = new URLSearchParams(address.split("?")[1]).get("token") ?? "";
    const { plain } = await read(mailsTo(viewer)[0]!.text);
    expect(plain).toContain(`https://app.example.test/unsubscribe?token=${token}`);

    for (let press = 0; press < 2; press++) {
      const answer = await stop(token);
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { email: viewer.email, companyName: "Harborline" },
      ]);
    }
    await roundAt(viewer, MONDAY_9.getTime() + 2 * WEEK_MS);
    expect(mailsTo(viewer)).toHaveLength(1);
  });

  it("is nobody's without our signature, and shows in the outbox to no Owner, whose copy keeps the PDF", async () => {
    const owner = await company("Owner");
    await subscribe(owner);
    await roundAt(owner, MONDAY_9.getTime() + WEEK_MS);
    const token = unsubscribeToken(TEST_SECRET_KEYS, owner);
    const other = { ...owner, userId: randomUUID() };
    for (const forged of [
      token.slice(0, -2),
      token.replace(owner.userId, other.userId),
      unsubscribeToken(["another secret key of 32 characters!!"], owner),
      unsubscribeToken(TEST_SECRET_KEYS, other),
      "nonsense",
    ])
      expect((await stop(forged, "")).statusCode, forged).toBe(404);

    const { body } = await app.call(owner, mailRoutes.list);
    const { id } = body.items.find(({ subject }) => subject.includes("week to"))!;
    const shown = await app.call(owner, mailRoutes.get, { params: { id } });
    const link = await app.call(owner, mailRoutes.download, { params: { id } });
    const eml = (await app.inject({ url: link.body.downloadPath })).body;
    for (const text of [shown.body.html, shown.body.text, shown.body.headers, (await read(eml)).plain])
      expect(text).not.toContain(token);
    expect((await read(eml)).pdf).toContain("Harborline");
  });
});
