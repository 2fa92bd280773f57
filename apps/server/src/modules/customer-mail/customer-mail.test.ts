import { customerMailRoutes, type MailContent } from "@forestay/contracts";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#config";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { cancelMessages, readRecipients, sendJob, writeMessages, type WrittenMessages } from "./index.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;
let server: TestSmtp | undefined;

afterEach(async () => {
  await app.close();
  await server?.close();
  server = undefined;
});

async function start(settings: Partial<Config> = {}): Promise<void> {
  app = await createTestApp({ appUrl: "https://app.test", ...settings });
  companyId = (await buildCompany(app.db, "Harborline")).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
  // Ten in the morning in UTC: no quiet hours.
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
}

const content: MailContent = {
  subject: "A question, {{customer.firstName|there}}",
  preheader: "",
  senderName: "",
  blocks: [
    {
      kind: "text",
      text: "Hi {{customer.firstName|there}}, **all well** at [your reports](https://app.example/reports)?",
    },
    { kind: "button", label: "Open", url: "https://app.example/open" },
  ],
};
const source = { kind: "campaign" as const, id: "0190a000-0000-7000-8000-000000000001", step: "one" };

async function customer(
  email: string,
  name: string | null = "Hannah Feldman",
  zone?: string,
): Promise<string> {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    `insert into customers (company_id, external_id, email, full_name, attributes)
     values ($1, $2, $2, $3, $4) returning id`,
    [companyId, email, name, JSON.stringify(zone === undefined ? {} : { time_zone: zone })],
  );
  return row!.id;
}

/** Writes one message to each, under a key of their own and of the round. */
async function write(customers: readonly string[], round = "1", more: Partial<WrittenMessages> = {}) {
  return withTenant(app.db, companyId, async (tx) => {
    const recipients = await readRecipients(tx, companyId, customers);
    return writeMessages(tx, app.context, companyId, {
      kind: "marketing",
      source,
      content,
      messages: [...recipients.values()].map(({ customerId, address, timeZone, values }) => ({
        customerId,
        address: address!,
        timeZone,
        values,
        uniqueKey: `${round}:${customerId}`,
      })),
      ...more,
    });
  });
}
const send = () => app.runForCompanies(sendJob);
const statuses = async () =>
  (
    await app.queryAsAdmin<{ unique_key: string; status: string; address: string }>(
      "select address, status from customer_messages order by address, created_at, unique_key",
    )
  ).map(({ address, status }) => `${address} ${status}`);
const linkIn = (text: string, path: string) =>
  new RegExp(`https://app\\.test(${path}/[\\w-]+)`).exec(text.replaceAll("=\r\n", ""))?.[1] ?? "none";

/** Another last byte, whichever it was. */
const tampered = (link: string): string => link.slice(0, -2) + (link.endsWith("AA") ? "BA" : "AA");

describe("a message to a customer", () => {
  it("arrives once, filled in, in both forms, signed by the company's domain with both unsubscribe headers", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    const added = await app.call(owner, customerMailRoutes.addDomain, {
      body: { domain: "mail.harborline.test" },
    });
    const [ownership, dkim] = added.body.records;
    const settings = {
      senderName: "Harborline",
      localPart: "hello",
      domainId: added.body.id,
      replyTo: "help@harborline.test",
      postalAddress: "1 Quay Street, Bristol",
      capMessages: 2,
      capDays: 7,
      quietHours: { from: "20:00", to: "08:00" },
      countsClicks: true,
      countsOpens: false,
    };
    const refused = await app.call(owner, customerMailRoutes.updateSettings, { body: settings });
    expect(refused).toMatchObject({ status: 400, body: { fields: { domainId: expect.anything() } } });
    const zone = new Map([
      [ownership!.host, ownership!.value],
      [dkim!.host, dkim!.value],
    ]);
    app.context.outbound.readTxt = async (name) => (zone.has(name) ? [zone.get(name)!] : []);
    const checked = await app.call(owner, customerMailRoutes.checkDomain, { params: { id: added.body.id } });
    expect(checked.body.verifiedAt).not.toBeNull();
    expect(checked.body.records.map(({ state }) => state)).toEqual(["found", "found", "missing", "missing"]);
    const saved = await app.call(owner, customerMailRoutes.updateSettings, { body: settings });
    expect(saved.body).toMatchObject({ isSigned: true, from: "Harborline <hello@mail.harborline.test>" });

    const hannah = await customer("hannah@example.test");
    const nameless = await customer("nobody@example.test", null);
    expect([...(await write([hannah, nameless])).values()]).toEqual(["waiting", "waiting"]);
    // Its cause runs again.
    expect((await write([hannah])).size).toBe(0);
    await send();
    await send();
    expect(server.received.map(({ to }) => to).toSorted()).toEqual([
      "hannah@example.test",
      "nobody@example.test",
    ]);
    const mail = server.received.find(({ to }) => to === "hannah@example.test")!;
    expect(mail.from).toBe("hello@mail.harborline.test");
    expect(mail.text).toContain("Subject: A question, Hannah");
    expect(mail.text).toContain("Reply-To: help@harborline.test");
    expect(mail.text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(mail.text).toContain("Content-Type: text/plain");
    expect(mail.text).toContain("1 Quay Street, Bristol");
    const other = server.received.find(({ to }) => to === "nobody@example.test")!;
    expect(other.text).toContain("Subject: A question, there");

    const verified = await dkimVerify(Buffer.from(mail.text), {
      resolver: async (name: string, type: string) => {
        const record = zone.get(name);
        if (type !== "TXT" || record === undefined)
          throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
        return [[record]];
      },
    });
    expect(verified.results[0]).toMatchObject({
      status: { result: "pass" },
      signingDomain: "mail.harborline.test",
    });
    const signed = /\bh=([^;]+);/.exec(mail.text.replaceAll(/\r\n\s+/g, ""))?.[1]?.toLowerCase() ?? "";
    for (const header of ["from", "to", "subject", "list-unsubscribe", "list-unsubscribe-post"])
      expect(signed.split(":")).toContain(header);

    // A link leads where it was written to lead, and is counted; one that was tampered with leads nowhere.
    const link = linkIn(mail.text, "/api/l");
    const followed = await app.inject({ method: "GET", url: link });
    expect([followed.statusCode, followed.headers.location]).toEqual([303, "https://app.example/reports"]);
    expect((await app.inject({ method: "GET", url: tampered(link) })).statusCode).toBe(404);
    const [row] = await app.queryAsAdmin("select clicks from customer_messages where address like 'hannah%'");
    expect(row).toEqual({ clicks: 1 });
  });

  it("is taken back by its cause while it waits", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    await write([await customer("ann@example.test")]);
    const taken = await withTenant(app.db, companyId, (tx) => cancelMessages(tx, companyId, source, "Paid."));
    expect(taken).toBe(1);
    await send();
    expect(server.received).toEqual([]);
    expect(await statuses()).toEqual(["ann@example.test cancelled"]);
  });

  it("stays in the outbox where there is no mail server, with its unsubscribe link masked", async () => {
    await start();
    await write([await customer("hannah@example.test")]);
    await send();
    expect(await statuses()).toEqual(["hannah@example.test kept"]);
    const [mail] = await app.queryAsAdmin<{ to_address: string; status: string; secrets: string[] }>(
      "select to_address, status, secrets from mails",
    );
    expect(mail).toMatchObject({ to_address: "hannah@example.test", status: "kept" });
    expect(mail!.secrets[0]).toContain("/u/");
  });

  it("that is found in the middle of sending may have left, and is not sent again", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    await write([await customer("hannah@example.test")]);
    // As a worker leaves it that was killed after handing over.
    await app.queryAsAdmin("update customer_messages set status = 'sending'");
    await send();
    expect(server.received).toEqual([]);
    expect(await statuses()).toEqual(["hannah@example.test unknown"]);
  });

  it("leaves nothing in doubt where the server refuses half: for good suppresses, for now is tried again", async () => {
    const refusals = new Map<string, number>([
      ["gone@example.test", 550],
      ["full@example.test", 452],
    ]);
    server = await startSmtp(undefined, {
      onRcptTo({ address }, _session, done) {
        const responseCode = refusals.get(address);
        if (responseCode === undefined) done();
        else done(Object.assign(new Error(`<${address}>: refused`), { responseCode }));
      },
    });
    await start({ smtpUrl: server.url });
    const people = ["ann", "gone", "ben", "full"];
    const ids = await Promise.all(people.map((name) => customer(`${name}@example.test`)));
    await write(ids);
    await send();
    expect(await statuses()).toEqual([
      "ann@example.test sent",
      "ben@example.test sent",
      "full@example.test waiting",
      "gone@example.test failed",
    ]);
    expect((await write([ids[1]!], "2")).values().next().value).toBe("suppressed");
    const list = await app.call(owner, customerMailRoutes.listSuppressions);
    expect(list.body.items).toMatchObject([{ address: "gone@example.test", reason: "bounced" }]);
    // What is kept for good does not repeat the address.
    expect(list.body.items[0]?.source).toContain("the address refused");
    expect(list.body.items[0]?.source).not.toContain("@");
    refusals.clear();
    app.clock.advance(6 * 60_000);
    await send();
    expect(server.received.map(({ to }) => to).toSorted()).toEqual([
      "ann@example.test",
      "ben@example.test",
      "full@example.test",
    ]);
  });
});

describe("who is not written to any more", () => {
  it("unsubscribed by one POST without signing in; opening the link shows a page and changes nothing", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    const hannah = await customer("hannah@example.test");
    await write([hannah]);
    await send();
    const header = /List-Unsubscribe: <https:\/\/app\.test([^>]+)>/
      .exec(server.received[0]!.text.replaceAll(/\r\n\s+/g, " "))![1]!
      .replaceAll(" ", "");
    const token = header.split("/").at(-1)!;
    const opened = await app.inject({ method: "GET", url: header });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/u/${token}`]);
    const state = () => app.call(null, customerMailRoutes.readUnsubscribe, { params: { token } });
    expect((await state()).body).toEqual({
      companyName: "Harborline",
      isUnsubscribed: false,
      isComplained: false,
    });

    // One is on its way to being sent when the press comes.
    app.clock.advance(60_000);
    await write([hannah], "2");
    const pressed = await app.inject({
      method: "POST",
      url: header,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect(pressed.statusCode).toBe(200);
    expect((await state()).body.isUnsubscribed).toBe(true);
    await send();
    expect(server.received).toHaveLength(1);
    expect((await write([hannah], "3")).values().next().value).toBe("suppressed");
    // What is about the account still comes.
    expect((await write([hannah], "4", { kind: "transactional" })).values().next().value).toBe("waiting");
    await send();
    expect(server.received).toHaveLength(2);

    // Staff cannot take it back, an erasure does not, and the link itself does.
    const { body } = await app.call(owner, customerMailRoutes.listSuppressions);
    expect(
      (await app.call(owner, customerMailRoutes.unsuppress, { params: { id: body.items[0]!.id } })).status,
    ).toBe(409);
    await app.queryAsAdmin("delete from customers where id = $1", [hannah]);
    const again = await customer("Hannah@Example.test ");
    expect((await write([again], "5")).values().next().value).toBe("suppressed");
    expect((await app.inject({ method: "POST", url: `/api/u/${token}/undo` })).statusCode).toBe(200);
    expect((await write([again], "6")).values().next().value).toBe("waiting");
    expect((await app.inject({ method: "POST", url: `/api/u/${tampered(token)}` })).statusCode).toBe(404);
  });
});

describe("when a message leaves", () => {
  it("not in the customer's night, whatever the company's clock says", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    // Ten in the morning here is two at night there, and half past eight in the evening elsewhere.
    await write([
      await customer("here@example.test"),
      await customer("west@example.test", "West", "America/Los_Angeles"),
      await customer("odd@example.test", "Odd", "Nowhere/Nothing"),
    ]);
    await send();
    expect(server.received.map(({ to }) => to).toSorted()).toEqual(["here@example.test", "odd@example.test"]);
    const [row] = await app.queryAsAdmin<{ due_at: Date }>(
      "select due_at from customer_messages where status = 'waiting'",
    );
    expect(row!.due_at.toISOString()).toBe("2026-03-03T16:00:00.000Z");
    app.clock.set(row!.due_at);
    await send();
    expect(server.received).toHaveLength(3);
  });

  it("not above the cap, which payment messages count against and are never held back by", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    const hannah = await customer("hannah@example.test");
    await write([hannah], "1", { kind: "transactional" });
    await write([hannah], "2");
    await write([hannah], "3");
    await send();
    expect(server.received).toHaveLength(2);
    await write([hannah], "4", { kind: "transactional" });
    await send();
    expect(server.received).toHaveLength(3);
    app.clock.set(new Date("2026-03-10T10:01:00Z"));
    await send();
    expect(server.received).toHaveLength(4);
    expect((await statuses()).filter((one) => one.endsWith("sent"))).toHaveLength(4);
  });

  it("not above the cap either while the message before is still on its way", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    const saved = await app.call(owner, customerMailRoutes.updateSettings, {
      body: {
        senderName: "Harborline",
        localPart: "hello",
        domainId: null,
        replyTo: "help@harborline.test",
        postalAddress: "1 Quay Street, Bristol",
        capMessages: 1,
        capDays: 7,
        quietHours: { from: "20:00", to: "08:00" },
        countsClicks: true,
        countsOpens: false,
      },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const hannah = await customer("hannah@example.test");
    for (const round of ["1", "2", "3"]) await write([hannah], round);
    await send();
    expect(server.received).toHaveLength(1);
    expect((await statuses()).map((one) => one.split(" ")[1]).toSorted()).toEqual([
      "sent",
      "waiting",
      "waiting",
    ]);
  });
});
