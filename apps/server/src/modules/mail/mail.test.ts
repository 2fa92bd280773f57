import { mailRoutes } from "@forestay/contracts";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#config";
import { withSystem } from "#platform/db/transaction.ts";
import { buildCompany, buildPlatformUser, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { startSmtp, type TestSmtp } from "./fixtures/smtp-server.ts";
import { checkSmtp, sendMail, type OutgoingMail } from "./index.ts";

let app: TestApp;
let companyId: string;
let server: TestSmtp | undefined;

afterEach(async () => {
  await app.close();
  await server?.close();
  server = undefined;
});

async function start(settings: Partial<Config> = {}): Promise<void> {
  app = await createTestApp(settings);
  companyId = (await buildCompany(app.db)).id;
}

const welcome = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: "ines@example.test",
  subject: "Your code – Forestay",
  template: {
    title: "Your code",
    paragraphs: ["Type this code to go on. Schöne Grüße <b>"],
    code: "482913",
    action: { label: "Or open this link", url: "https://app.test/join?token=abc&step=1" },
    footer: "You asked for it.",
  },
  companyId,
  uniqueKey: "welcome:1",
  secrets: ["482913", "https://app.test/join?token=abc&step=1"],
  ...change,
});

const send = (mail: OutgoingMail) => withSystem(app.db, (tx) => sendMail(app.context, tx, mail));
const statuses = async () =>
  (await app.queryAsAdmin<{ status: string }>("select status from mails order by unique_key")).map(
    (row) => row.status,
  );

describe("mail with an SMTP server", () => {
  it("arrives with its true bytes, in both forms, and only once its cause is committed", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    const undone = withSystem(app.db, async (tx) => {
      await sendMail(app.context, tx, welcome({ uniqueKey: "welcome:0" }));
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow();
    const id = await send(welcome());
    expect(await statuses()).toEqual(["queued"]);
    await app.drainJobs();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.to).toBe("ines@example.test");
    expect(mail?.text).toContain(`Message-ID: <${id}@localhost>`);
    expect(mail?.text).toContain("multipart/alternative");
    const [row] = await app.queryAsAdmin<{ raw: Buffer; status: string; sent_at: Date }>(
      "select * from mails",
    );
    expect(row?.raw.toString("utf8").trimEnd()).toBe(mail?.text.trimEnd());
    expect(row).toMatchObject({ status: "sent", sent_at: app.clock.now() });
  });

  it("comes from the sender that the operator names", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url, mailFrom: "Harborline <hello@mail.harborline.example>" });
    const id = await send(welcome());
    await app.drainJobs();
    const [mail] = server.received;
    expect(mail?.from).toBe("hello@mail.harborline.example");
    expect(mail?.text).toContain("From: Harborline <hello@mail.harborline.example>");
    expect(mail?.text).toContain(`Message-ID: <${id}@mail.harborline.example>`);
  });

  it("is one mail per key, however often its cause runs", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    expect(await send(welcome())).not.toBeNull();
    expect(await send(welcome())).toBeNull();
    await app.drainJobs();
    expect(server.received).toHaveLength(1);
  });

  it("says 'sending' before the server hears of it, and is never sent again when that is all a crash left", async () => {
    const during: string[][] = [];
    server = await startSmtp(async () => {
      during.push(await statuses());
      return null;
    });
    await start({ smtpUrl: server.url });
    await send(welcome());
    await app.drainJobs();
    expect(during).toEqual([["sending"]]);

    await send(welcome({ uniqueKey: "welcome:2" }));
    // As a process leaves it that was killed between handing over and writing it down.
    await app.queryAsAdmin("update mails set status = 'sending' where unique_key = 'welcome:2'");
    await app.drainJobs();
    expect(server.received).toHaveLength(1);
    expect(await statuses()).toEqual(["sent", "unknown"]);
  });

  it("is unknown, and not sent again, when the connection breaks after the text was handed over", async () => {
    server = await startSmtp(async () => {
      server?.cutConnections();
      return null;
    });
    await start({ smtpUrl: server.url });
    await send(welcome());
    await app.drainJobs({ ignoreRunAt: true });
    await app.drainJobs({ ignoreRunAt: true });
    expect(server.received).toHaveLength(1);
    expect(await statuses()).toEqual(["unknown"]);
  });

  it("is tried again when the server refuses for now, and given up when it refuses for good", async () => {
    let answers = 0;
    server = await startSmtp(async (text) => {
      answers += 1;
      if (text.includes("nobody@")) return Object.assign(new Error("no such user"), { responseCode: 550 });
      return answers === 1 ? Object.assign(new Error("greylisted"), { responseCode: 451 }) : null;
    });
    await start({ smtpUrl: server.url });
    await send(welcome());
    await app.drainJobs({ ignoreRunAt: true });
    expect(await statuses()).toEqual(["sent"]);
    expect(server.received).toHaveLength(2);

    await send(welcome({ to: "nobody@example.test", uniqueKey: "welcome:3" }));
    await app.drainJobs({ ignoreRunAt: true });
    expect(server.received).toHaveLength(3);
    const [row] = await app.queryAsAdmin("select status, failure from mails where unique_key = 'welcome:3'");
    expect(row).toMatchObject({ status: "failed", failure: expect.stringContaining("550") });
  });

  it("waits for its time", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    await send(welcome({ notBefore: new Date(Date.now() + 3600_000) }));
    await app.drainJobs();
    expect(server.received).toHaveLength(0);
    await app.drainJobs({ ignoreRunAt: true });
    expect(server.received).toHaveLength(1);
  });

  it("is signed in where the address says so, and a wrong password does not give the mail up", async () => {
    server = await startSmtp(undefined, {
      authOptional: false,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, done) =>
        username === "post" && password === "p@ss"
          ? done(null, { user: username })
          : done(new Error("wrong password")),
    });
    const withPassword = (password: string) =>
      (server?.url ?? "").replace("smtp://", `smtp://post:${encodeURIComponent(password)}@`);
    await start({ smtpUrl: withPassword("p@ss") });
    await expect(checkSmtp(withPassword("p@ss"))).resolves.toBeUndefined();
    await expect(checkSmtp(withPassword("wrong"))).rejects.toThrow();
    await send(welcome());
    await app.drainJobs();
    expect(await statuses()).toEqual(["sent"]);
  });

  it("keeps a line break in a subject from becoming a header", async () => {
    server = await startSmtp();
    await start({ smtpUrl: server.url });
    await send(welcome({ subject: "Hello\r\nBcc: everybody@example.test" }));
    await app.drainJobs();
    expect(server.received[0]?.text).not.toMatch(/^Bcc:/im);
  });
});

describe("the outbox", () => {
  it("keeps mail that has nowhere to go, and says so", async () => {
    await start();
    await send(welcome());
    expect(await app.drainJobs()).toBe(0);
    const owner = await buildUser(app.db, companyId, "Owner");
    const { status, body } = await app.call(owner.actor, mailRoutes.list);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalCount: 1, mailLeaves: false });
    expect(body.items[0]).toMatchObject({ to: "ines@example.test", status: "kept" });
  });

  it("masks codes and links for an Owner, in every form, and shows them to a platform Admin", async () => {
    await start();
    const id = (await send(welcome({ subject: "482913 is your code" }))) ?? "";
    const owner = await buildUser(app.db, companyId, "Owner");
    const admin = await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    for (const [{ actor }, sees] of [
      [owner, false],
      [admin, true],
    ] as const) {
      const mail = (await app.call(actor, mailRoutes.get, { params: { id } })).body;
      const list = (await app.call(actor, mailRoutes.list)).body;
      const link = (await app.call(actor, mailRoutes.download, { params: { id } })).body;
      const eml = await app.inject({ method: "GET", url: link.downloadPath });
      expect(eml.headers["content-type"]).toBe("message/rfc822");
      for (const text of [
        mail.html,
        mail.text,
        mail.headers,
        mail.subject,
        list.items[0]?.subject,
        eml.body,
      ]) {
        expect(text?.includes("482913") ?? false, text).toBe(sees && text !== undefined);
      }
      for (const text of [mail.html, mail.text, eml.body]) {
        expect(text.includes("token=abc") || text.includes("token=3Dabc"), text).toBe(sees);
      }
    }
  });

  it("shows an Owner no mail of others, an Admin all of it, and everybody else nothing", async () => {
    await start();
    const other = (await buildCompany(app.db, "Other")).id;
    const id = (await send(welcome())) ?? "";
    await send(welcome({ companyId: null, uniqueKey: "newcomer" }));
    const otherOwner = await buildUser(app.db, other, "Owner");
    expect((await app.call(otherOwner.actor, mailRoutes.list)).body.totalCount).toBe(0);
    expect((await app.call(otherOwner.actor, mailRoutes.get, { params: { id } })).status).toBe(404);
    expect((await app.call(otherOwner.actor, mailRoutes.download, { params: { id } })).status).toBe(404);
    const admin = await buildPlatformUser(app.db, "Admin");
    expect((await app.call(admin.actor, mailRoutes.list)).body.totalCount).toBe(2);
    for (const role of ["Staff", "Viewer"] as const) {
      const { actor } = await buildUser(app.db, companyId, role);
      expect((await app.call(actor, mailRoutes.list)).status).toBe(403);
    }
    const moderator = await buildPlatformUser(app.db, "Moderator");
    expect((await app.call(moderator.actor, mailRoutes.list)).status).toBe(403);
  });

  it("is searched by address and subject", async () => {
    await start();
    await send(welcome({ to: "ada@example.test", uniqueKey: "a", subject: "Digest" }));
    await send(welcome({ to: "bob@example.test", uniqueKey: "b" }));
    const owner = await buildUser(app.db, companyId, "Owner");
    for (const search of ["ADA@", "digest"]) {
      const { body } = await app.call(owner.actor, mailRoutes.list, { query: { search } });
      expect(body.items.map((mail) => mail.to)).toEqual(["ada@example.test"]);
    }
  });

  it("finds nothing by a code or link for a reader who sees them masked, whole or in part", async () => {
    await start();
    await send(welcome({ subject: "482913 is your code for https://app.test/join?token=abc&step=1" }));
    const owner = await buildUser(app.db, companyId, "Owner");
    const admin = await buildPlatformUser(app.db, "Admin");
    const found = async (actor: typeof owner.actor | typeof admin.actor, search: string) =>
      (await app.call(actor, mailRoutes.list, { query: { search } })).body.totalCount;
    for (const guess of [..."482913", "48", "482913", "913 is", "token=abc", "ines@example.test 4"]) {
      expect([guess, await found(owner.actor, guess)]).toEqual([guess, 0]);
      expect([guess, await found(admin.actor, guess)]).toEqual([guess, 1]);
    }
    expect(await found(owner.actor, "is your code")).toBe(1);
  });
});
