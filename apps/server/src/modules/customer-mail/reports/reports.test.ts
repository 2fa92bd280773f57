import { customerMailRoutes, type MailContent } from "@forestay/contracts";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { readMessageFigures, sendJob, writeMessages } from "../index.ts";
import { readReport } from "./read-report.ts";

let app: TestApp;
let server: TestSmtp;
let companyId: string;
let owner: CompanyUser;
let round = 0;

const SOURCE = { kind: "campaign" as const, id: "0190a000-0000-7000-8000-000000000001", step: "one" };
const ADDRESS = "hannah@example.test";
const content: MailContent = {
  subject: "A question",
  preheader: "",
  senderName: "",
  blocks: [{ kind: "text", text: "Hi" }],
};

beforeAll(async () => {
  server = await startSmtp();
  app = await createTestApp({
    appUrl: "https://app.test",
    smtpUrl: server.url,
    bounceAddress: "bounces@mail.forestay.test",
    rateLimitScale: 1000,
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
/** A company of its own for each test; each has a customer of the same address. */
beforeEach(async () => {
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  companyId = (await buildCompany(app.db, "Harborline")).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});

/** Sends a message to the one address, and answers with what its mail server got. */
async function mail(company = companyId, address = ADDRESS) {
  server.received.length = 0;
  await withTenant(app.db, company, (tx) =>
    writeMessages(tx, app.context, company, {
      kind: "transactional",
      source: SOURCE,
      content,
      messages: [{ customerId: null, address, timeZone: null, values: {}, uniqueKey: `m-${++round}` }],
    }),
  );
  await app.runJob(sendJob.company, { companyId: company });
  return server.received[0]!;
}

interface Parts {
  report?: string;
  type?: string;
  returned?: string | null;
  returnedAs?: string;
}
/** A report as mail systems write them: words, fields, and the message that it is of. */
function reportOf({
  report = failed("5.1.1"),
  type = "delivery-status",
  returned = "",
  returnedAs,
}: Parts): string {
  const isComplaint = type === "feedback-report";
  const part = (contentType: string, text: string) =>
    `--=_R\r\nContent-Type: ${contentType}\r\n\r\n${text}\r\n`;
  return [
    "From: MAILER-DAEMON@mx.example\r\nTo: bounces@mail.forestay.test\r\nSubject: Undelivered Mail Returned to Sender",
    `MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=${type}; boundary="=_R"\r\n`,
    part("text/plain", "I am sorry to have to inform you.") +
      part(isComplaint ? "message/feedback-report" : "message/delivery-status", report) +
      (returned === null ? "" : part(returnedAs ?? "message/rfc822", returned)) +
      "--=_R--\r\n",
  ].join("\r\n");
}
const failed = (status: string, more = "") =>
  `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${ADDRESS}\r\nAction: failed\r\nStatus: ${status}\r\n` +
  `Diagnostic-Code: smtp; 550 ${status} No such\r\n  user here\r\n${more}`;
const abuse = "Feedback-Type: abuse\r\nUser-Agent: MailService/1.0\r\nVersion: 1\r\n";

/** So many header fields of 80 bytes, as filters and forwarders write them. */
const seals = (count: number) => `ARC-Seal: i=1; a=rsa-sha256; b=${"a".repeat(46)}\r\n`.repeat(count);

const post = async (text: string | Buffer) => {
  const answer = await app.inject({
    method: "POST",
    url: "/api/incoming/mail-reports",
    headers: { "content-type": "message/rfc822" },
    payload: text,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ taken: boolean }>().taken;
};
const list = async () =>
  (await app.call(owner, customerMailRoutes.listSuppressions, { query: {} })).body.items.map(
    ({ address, reason, source }) => ({ address, reason, source }),
  );
const statuses = (company = companyId) =>
  app.queryAsAdmin<{ status: string; reason: string | null }>(
    "select status, reason from customer_messages where company_id = $1 order by created_at, unique_key",
    [company],
  );
const figures = () =>
  withTenant(app.db, companyId, async (tx) => (await readMessageFigures(tx, companyId, SOURCE)).customers);

it("a message that comes back later has not arrived, and its address is written to no more; told twice is told once", async () => {
  const sent = await mail();
  expect(sent.from).toBe("bounces@mail.forestay.test");
  const report = reportOf({ returned: sent.text });
  expect([await post(report), await post(report)]).toEqual([true, true]);
  expect(await statuses()).toEqual([
    { status: "failed", reason: "Reported later: 550 5.1.1 No such user here" },
  ]);
  expect(await list()).toEqual([
    { address: ADDRESS, reason: "bounced", source: "Reported later: 550 5.1.1 No such user here" },
  ]);
  await mail();
  expect((await statuses()).map(({ status }) => status)).toEqual(["failed", "suppressed"]);
  expect(server.received).toEqual([]);
});

it("a complaint ends every message, an unsubscription by the mail program marketing, and both stand in the campaign's figures", async () => {
  const [customer] = await app.queryAsAdmin<{ id: string }>(
    "insert into customers (company_id, external_id, email) values ($1, 'C-1', $2) returning id",
    [companyId, ADDRESS],
  );
  const sent = await mail();
  await app.queryAsAdmin("update customer_messages set customer_id = $2 where company_id = $1", [
    companyId,
    customer!.id,
  ]);
  const headers = sent.text.split("\r\n\r\n")[0] ?? "";
  const optOut = { type: "feedback-report", report: abuse.replace("abuse", "opt-out") };
  expect(await post(reportOf({ ...optOut, returned: headers, returnedAs: "text/rfc822-headers" }))).toBe(
    true,
  );
  expect(await figures()).toMatchObject({ delivered: 1, complained: 0, unsubscribed: 1 });
  const complaint = { type: "feedback-report", report: abuse };
  expect(await post(reportOf({ ...complaint, returned: headers, returnedAs: "text/rfc822-headers" }))).toBe(
    true,
  );
  expect(await figures()).toMatchObject({ delivered: 1, complained: 1, bounced: 0 });
  expect((await list()).map(({ reason }) => reason).toSorted()).toEqual(["complained", "unsubscribed"]);
  // What says that it is none changes nothing.
  const fine = { type: "feedback-report", report: abuse.replace("abuse", "not-spam") };
  expect(await post(reportOf({ ...fine, returned: sent.text }))).toBe(false);
});

it("a reader takes a complaint back by the link of any message, and the same report puts nothing back", async () => {
  const sent = await mail();
  const token = /\/u\/([\w-]+)>/.exec(sent.text.replaceAll("\r\n ", " "))?.[1] ?? "";
  const state = async () =>
    (await app.call(null, customerMailRoutes.readUnsubscribe, { params: { token } })).body;
  const complaint = reportOf({ type: "feedback-report", report: abuse, returned: sent.text });
  expect(await post(complaint)).toBe(true);
  expect(await state()).toMatchObject({ isUnsubscribed: false, isComplained: true });
  expect((await app.inject({ method: "POST", url: `/api/u/${token}/undo` })).statusCode).toBe(200);
  expect(await state()).toMatchObject({ isUnsubscribed: false, isComplained: false });
  expect(await post(complaint)).toBe(true);
  expect(await list()).toEqual([]);
  // A bounce is lifted by staff, and told again it stays lifted. Its words keep no address.
  const words = failed("5.1.1").replace("No such", `<${ADDRESS}>: no such`);
  const bounce = reportOf({ returned: (await mail()).text, report: words });
  expect(await post(bounce)).toBe(true);
  const [row] = (await app.call(owner, customerMailRoutes.listSuppressions, { query: {} })).body.items;
  expect(row?.source).toBe("Reported later: 550 5.1.1 the address no such user here");
  await app.call(owner, customerMailRoutes.unsuppress, { params: { id: row!.id } });
  expect(await post(bounce)).toBe(true);
  expect(await list()).toEqual([]);
});

it("what is late, arrived, or was refused for another reason than its address suppresses nobody; three that came back for now do", async () => {
  const first = await mail();
  const of = (report: string) => post(reportOf({ report, returned: first.text }));
  expect(await of(failed("4.4.1").replace("Action: failed", "Action: delayed"))).toBe(false);
  expect(await of(failed("2.0.0").replace("Action: failed", "Action: delivered"))).toBe(false);
  expect((await statuses()).map(({ status }) => status)).toEqual(["sent"]);
  expect(await of(failed("5.7.1"))).toBe(true);
  expect(await statuses()).toMatchObject([{ status: "failed" }]);
  expect(await list()).toEqual([]);
  for (let strike = 1; strike <= 3; strike++) {
    expect(await list()).toEqual([]);
    const sent = await mail();
    expect(await post(reportOf({ report: failed("4.2.2"), returned: sent.text }))).toBe(true);
  }
  expect(await list()).toMatchObject([{ reason: "bounced", source: "3 messages came back within 7 days" }]);
});

it("a report that is not of a message that its writer has had does nothing, to nobody's customers", async () => {
  const sent = await mail();
  const other = await buildCompany(app.db, "Other");
  const theirs = await mail(other.id);
  const token = /\/u\/([\w-]+)>/.exec(sent.text.replaceAll("\r\n ", " "))?.[1] ?? "";
  expect(token).not.toBe("");
  const theirToken = /\/u\/([\w-]+)>/.exec(theirs.text.replaceAll("\r\n ", " "))?.[1] ?? "";
  const header = (of: string) => `List-Unsubscribe: <https://app.test/api/u/${of}>\r\n\r\nbody`;
  // Whose company and message is of one, and whose signature of another.
  const bytes = Buffer.from(token, "base64url");
  const mixed = Buffer.concat([Buffer.from(theirToken, "base64url").subarray(0, 64), bytes.subarray(64)]);
  const forged = [
    reportOf({ returned: header(mixed.toString("base64url")) }),
    reportOf({ returned: header("A".repeat(107)) }),
    // Not in the message that came back, but in the words, the report or the outer head.
    reportOf({ returned: null }).replace("I am sorry", header(token)),
    reportOf({ returned: null, report: `${failed("5.1.1")}${header(token)}` }),
    `List-Unsubscribe: <https://app.test/api/u/${token}>\r\n${reportOf({ returned: "Subject: hi\r\n\r\n" })}`,
    reportOf({ returned: `Subject: hi\r\n\r\n${header(token)}` }),
    // Of two receivers; without a status; one that is no status.
    reportOf({ returned: sent.text, report: `${failed("5.1.1")}\r\n${failed("5.1.1")}` }),
    reportOf({ returned: sent.text, report: failed("5.1.1").replace("Status: 5.1.1\r\n", "") }),
    reportOf({ returned: sent.text, report: failed("9.9.9") }),
    reportOf({ returned: sent.text }).slice(0, 400),
    sent.text,
    "",
    "\u0000\r\n\r\n",
    `${"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n".repeat(300)}`,
  ];
  for (const [index, text] of forged.entries()) expect([index, await post(text)]).toEqual([index, false]);
  expect(await list()).toEqual([]);
  // A real one is of the one company alone, though the other writes to the same address.
  expect(await post(reportOf({ returned: sent.text }))).toBe(true);
  expect(await statuses(other.id)).toMatchObject([{ status: "sent" }]);
  const suppressed = await app.queryAsAdmin("select 1 from mail_suppressions where company_id = $1", [
    other.id,
  ]);
  expect(suppressed).toEqual([]);
  // Of a customer who was erased meanwhile, and a company that is no more.
  await app.queryAsAdmin("delete from customer_messages where company_id = $1", [companyId]);
  expect(await post(reportOf({ returned: sent.text, type: "feedback-report", report: abuse }))).toBe(true);
  expect((await list()).map(({ reason }) => reason)).toContain("complained");
});

it("reads parts that came encoded, a message that is returned whole, and one with other line ends", async () => {
  const { text } = await mail();
  const [head = ""] = text.split("\r\n\r\n");
  const encoded = (encoding: string, returned: string) => ({
    returned,
    returnedAs: `text/rfc822-headers\r\nContent-Transfer-Encoding: ${encoding}`,
  });
  const long = `${head}\r\n\r\n${"A picture of many lines\r\n".repeat(20_000)}`;
  const reports = [
    reportOf(encoded("base64", Buffer.from(head).toString("base64").replaceAll(/.{76}/g, "$&\r\n"))),
    reportOf(encoded("quoted-printable", head.replaceAll("=", "=3D").replaceAll("/u/", "/u=\r\n/"))),
    reportOf({ returned: long }),
    reportOf({ returned: head }).replaceAll("\r\n", "\n"),
    // Seals and verdicts of those it passed on its way, before and within.
    `${seals(3000)}${reportOf({ returned: `${seals(400)}${text}`, returnedAs: `message/rfc822\r\n${seals(600).trimEnd()}` })}`,
  ];
  for (const report of reports)
    expect(readReport(Buffer.from(report))?.report).toMatchObject({ kind: "bounced" });
});

it("reads no message that is no report, however it is made", () => {
  const report = reportOf({ returned: "List-Unsubscribe: <https://app.test/api/u/x>\r\n\r\n" });
  const within = `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${report}\r\n--x--\r\n`;
  const many = `--=_R\r\nContent-Type: text/plain\r\n\r\na\r\n`.repeat(20);
  for (const text of [
    within,
    report.replace("--=_R\r\n", `${many}--=_R\r\n`),
    report.replace("\r\n\r\n", `\r\nX: ${"a\r\n ".repeat(70_000)}\r\n\r\n`),
    `Content-Type: text/html\r\n\r\n${"\n ".repeat(500_000)}`,
  ])
    expect(readReport(Buffer.from(text))).toBeNull();
});

it("reads whatever comes without falling over it", () => {
  const whole = reportOf({ returned: "List-Unsubscribe: <https://app.test/api/u/x>\r\n\r\n" });
  const pieces = fc.constantFrom(
    ...whole.split(/(?<=\r\n)/),
    "\r\n",
    "--=_R\r\n",
    "\u0000",
    "Content-Type: message/rfc822\r\n",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (lines) => {
      expect(readReport(Buffer.from(lines.join(""), "utf8"))).toBeNull();
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      expect(readReport(bytes)).toBeNull();
    }),
    { numRuns: 100 },
  );
});
