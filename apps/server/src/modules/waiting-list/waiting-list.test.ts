import { authRoutes, waitingListRoutes, type RouteBodyInput } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildPlatformUser, createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let admin: SignedInUser;
let people = 0;

beforeAll(async () => {
  app = await createTestApp({ waitingListConfirm: false });
  admin = (await buildPlatformUser(app.db, "Admin")).actor;
});
afterAll(() => app.close());

const newAddress = () => `waits-${++people}@example.test`;
const join = (body: RouteBodyInput<typeof waitingListRoutes.join>, of = app) =>
  of.call(null, waitingListRoutes.join, { body });
const list = async (query: { status?: "Removed" | "Pending"; search?: string } = {}) =>
  (await app.call(admin, waitingListRoutes.list, { query })).body;
const entryOf = async (email: string) => (await list({ search: email })).items[0];
const mailsTo = (email: string, of = app) =>
  of.queryAsAdmin<{ subject: string; secrets: string[]; plain_text: string }>(
    "select subject, secrets, plain_text from mails where to_address = $1 order by created_at, id",
    [email],
  );

describe("joining", () => {
  it("takes an address alone, and what else was said, and answers the same to whoever is on the list", async () => {
    const email = newAddress();
    const first = await join({
      email: ` ${email.toUpperCase()} `,
      firstName: "Elena",
      lastName: "",
      companyName: "Northquay",
      source: "churn-calculator",
    });
    const again = await join({ email });
    expect([first.status, first.body]).toEqual([200, { confirmByMail: false }]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await entryOf(email)).toMatchObject({
      email,
      firstName: "Elena",
      companyName: "Northquay",
      source: "churn-calculator",
      status: "Pending",
    });
    expect((await list({ search: email })).totalCount).toBe(1);
    expect(await mailsTo(email)).toEqual([]);
    expect((await join({ email: "nobody" })).status).toBe(400);
  });

  it("passes over what a program filled in, and says nothing of it", async () => {
    const email = newAddress();
    for (const trap of [{ website: "https://spam.example" }, { openForMs: 40 }]) {
      const answer = await join({ email, ...trap });
      expect([answer.status, answer.body]).toEqual([200, { confirmByMail: false }]);
    }
    expect(await entryOf(email)).toBeUndefined();
    await join({ email, website: "", openForMs: 9000 });
    expect(await entryOf(email)).toMatchObject({ status: "Pending", source: "landing" });
  });

  it("asks for the address to be confirmed where the installation wants it, four times a day at most", async () => {
    const other = await createTestApp({ waitingListConfirm: true });
    try {
      const email = newAddress();
      for (let times = 0; times < 6; times++) {
        expect((await join({ email }, other)).body).toEqual({ confirmByMail: true });
        other.clock.advance(1000);
      }
      const mails = await mailsTo(email, other);
      expect(mails).toHaveLength(4);
      const confirm = (token: string) => other.call(null, waitingListRoutes.confirm, { body: { token } });
      // The newest link counts.
      expect((await confirm(mails[0]!.secrets[0]!)).status).toBe(404);
      const token = mails.at(-1)!.secrets[0]!;
      expect(mails.at(-1)!.plain_text).toContain(`/confirm-waiting-list?token=${token}`);
      expect([(await confirm(token)).status, (await confirm(token)).status]).toEqual([200, 200]);
      const rows = await other.queryAsAdmin("select status from waiting_list_entries where email = $1", [
        email,
      ]);
      expect(rows).toEqual([{ status: "Confirmed" }]);
    } finally {
      await other.close();
    }
  });

  it("by everybody behind one address has an end", async () => {
    const other = await createTestApp();
    try {
      const statuses = new Set<number>();
      for (let index = 0; index < 41; index++) {
        statuses.add((await join({ email: newAddress() }, other)).status);
      }
      expect([...statuses]).toEqual([200, 429]);
    } finally {
      await other.close();
    }
  });
});

describe("the list", () => {
  it("is searched, filtered and exported by the platform's staff", async () => {
    const email = newAddress();
    await join({ email, lastName: "Brandt", companyName: "=Formula" });
    expect((await list({ search: "brandt", status: "Pending" })).items).toMatchObject([{ email }]);
    expect((await list({ search: "brandt", status: "Removed" })).totalCount).toBe(0);
    const { body } = await app.call(admin, waitingListRoutes.export, { body: { search: "brandt" } });
    expect(body.rows).toBe(1);
    expect(body.csv).toContain("email,first_name,last_name,company,source,status");
    expect(body.csv).toContain(`${email},,Brandt,'=Formula,landing,Pending`);
  });

  it("invites somebody, who registers with names and a password and goes on to name a company", async () => {
    const email = newAddress();
    await join({ email, firstName: "Elena", lastName: "Brandt" });
    const { id } = (await entryOf(email))!;
    const invited = await app.call(admin, waitingListRoutes.invite, { params: { id } });
    expect(invited.body).toMatchObject({ status: "Invited" });
    const token = (await mailsTo(email))[0]!.secrets[0]!;
    const read = await app.call(null, authRoutes.getInvitation, { query: { token } });
    expect(read.body).toMatchObject({
      email,
      firstName: "Elena",
      lastName: "Brandt",
      companyName: null,
      role: "Owner",
      hasAccount: false,
    });
    const accept = () =>
      app.call(null, authRoutes.acceptInvitation, {
        body: { token, firstName: "Elena", lastName: "Brandt", password: "a fresh long password" },
      });
    const joined = await accept();
    expect(joined.body.user).toMatchObject({ email, companyRole: "Owner", onboardingCompleted: false });
    expect(await entryOf(email)).toMatchObject({ status: "Registered" });
    // Used, the link is none any more, and nobody is invited twice.
    expect((await accept()).status).toBe(404);
    expect((await app.call(admin, waitingListRoutes.invite, { params: { id } })).status).toBe(409);
    const signedIn = await app.call(null, authRoutes.login, {
      body: { email, password: "a fresh long password" },
    });
    expect(signedIn.status).toBe(200);
  });

  it("follows whoever registers by themselves, and lets the same link in once of two at once", async () => {
    const email = newAddress();
    await join({ email });
    const { id } = (await entryOf(email))!;
    await app.call(admin, waitingListRoutes.invite, { params: { id } });
    await app.call(null, authRoutes.sendVerificationCode, { body: { email } });
    const code = (await mailsTo(email)).find(({ subject }) => subject.endsWith("code"))!;
    await app.call(null, authRoutes.verifyCode, { body: { email, code: code.secrets[0]! } });
    expect(await entryOf(email)).toMatchObject({ status: "Registered" });

    const other = newAddress();
    await join({ email: other });
    const entry = (await entryOf(other))!;
    const { link } = (await app.call(admin, waitingListRoutes.makeLink, { params: { id: entry.id } })).body;
    const token = link.split("token=")[1]!;
    const body = { token, firstName: "A", lastName: "B", password: "a fresh long password" };
    const both = await Promise.all([1, 2].map(() => app.call(null, authRoutes.acceptInvitation, { body })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it("takes somebody off, whose links end; asked again they wait again; taken off twice they are deleted", async () => {
    const email = newAddress();
    await join({ email });
    const { id } = (await entryOf(email))!;
    await app.call(admin, waitingListRoutes.invite, { params: { id } });
    const token = (await mailsTo(email))[0]!.secrets[0]!;
    const remove = () => app.call(admin, waitingListRoutes.remove, { params: { id } });
    await remove();
    expect((await list({ status: "Removed", search: email })).totalCount).toBe(1);
    expect((await app.call(null, authRoutes.getInvitation, { query: { token } })).status).toBe(404);
    expect((await app.call(admin, waitingListRoutes.invite, { params: { id } })).status).toBe(409);
    await join({ email });
    expect(await entryOf(email)).toMatchObject({ id, status: "Pending" });
    await remove();
    await remove();
    expect(await entryOf(email)).toBeUndefined();
    expect(await mailsTo(email)).toEqual([]);
    const log = await app.queryAsAdmin<{ dump: string }>(
      "select e::text as dump from platform_audit_entries e",
    );
    expect(log.some(({ dump }) => dump.includes(email))).toBe(false);
    expect((await remove()).status).toBe(404);
  });

  it("keeps links and their hashes out of what staff reads", async () => {
    const email = newAddress();
    await join({ email });
    const { id } = (await entryOf(email))!;
    await app.call(admin, waitingListRoutes.invite, { params: { id } });
    const token = (await mailsTo(email))[0]!.secrets[0]!;
    const rows = await app.queryAsAdmin<{ dump: string }>(
      "select e::text as dump from waiting_list_entries e",
    );
    expect(rows.some(({ dump }) => dump.includes(token))).toBe(false);
    const shown = JSON.stringify(await list({ search: email }));
    expect(shown).not.toContain(token);
  });
});
