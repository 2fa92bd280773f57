import {
  accountRoutes,
  adminUserRoutes,
  authRoutes,
  notificationRoutes,
  teamRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  connectLive,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { accessRetention } from "./retention.ts";

let app: TestApp;
let companyId: string;
let person: BuiltUser<CompanyUser>;
let next = 0;

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** Signs in once more, as from another device. */
async function signIn(userAgent: string): Promise<{ token: string; headers: { authorization: string } }> {
  const answer = await app.inject({
    method: "POST",
    url: "/api/auth/login",
    headers: { "user-agent": userAgent },
    payload: { email: person.email, password: TEST_PASSWORD },
    remoteAddress: `10.3.0.${++next % 250}`,
  });
  const { token } = answer.json() as { token: string };
  return { token, headers: { authorization: `Bearer ${token}` } };
}
const meAs = (headers: { authorization: string }) => app.inject({ url: "/api/auth/me", headers });
async function mailedCode(email: string): Promise<string> {
  const [mail] = await app.queryAsAdmin<{ secrets: string[] }>(
    "select secrets from mails where to_address = $1 order by created_at desc limit 1",
    [email],
  );
  return mail?.secrets[0] ?? "";
}

beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD, now: app.clock.now() });
});

describe("a person's sessions", () => {
  it("are listed with device, address and last use, and the asking one is marked", async () => {
    await signIn(FIREFOX);
    await signIn(SAFARI);
    const { items } = (await app.call(person.actor, accountRoutes.listSessions)).body;
    expect(items.map((session) => session.device).toSorted()).toEqual([
      "Firefox on Linux",
      "Safari on iPhone",
      "Unknown device",
    ]);
    expect(items.filter((session) => session.isCurrent).map((session) => session.id)).toEqual([
      person.actor.sessionId,
    ]);
    expect(items.every((session) => session.ipAddress !== null)).toBe(true);
  });

  it("end one by one: its token and its live connection are over at once, the others stay", async () => {
    const other = await signIn(FIREFOX);
    const live = await connectLive(app.server, other.token);
    const { items } = (await app.call(person.actor, accountRoutes.listSessions)).body;
    const id = items.find((session) => session.device === "Firefox on Linux")!.id;
    const answer = await app.call(person.actor, accountRoutes.endSession, { params: { id } });
    expect(answer.status).toBe(200);
    expect((await meAs(other.headers)).statusCode).toBe(401);
    await live.closed;
    await expect(connectLive(app.server, other.token)).rejects.toThrow();
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(200);
  });

  it("end everywhere but here", async () => {
    const others = [await signIn(FIREFOX), await signIn(SAFARI)];
    const answer = await app.call(person.actor, accountRoutes.endOtherSessions);
    expect(answer.body).toEqual({ ended: 2 });
    for (const { headers } of others) expect((await meAs(headers)).statusCode).toBe(401);
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(200);
  });

  it("of somebody else are not found", async () => {
    const stranger = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
    const answer = await app.call(person.actor, accountRoutes.endSession, {
      params: { id: stranger.actor.sessionId },
    });
    expect(answer.status).toBe(404);
    expect((await app.call(stranger.actor, authRoutes.me)).status).toBe(200);
  });
});

describe("a sign-in", () => {
  it("from a kind of device not used before is told to its person, in the app and by mail; another from it is not", async () => {
    const titles = async () =>
      (await app.call(person.actor, notificationRoutes.list)).body.notifications.map((one) => one.title);
    await signIn(FIREFOX);
    expect(await titles()).toEqual(["A sign-in from a new device"]);
    const mails = await app.queryAsAdmin<{ plain_text: string }>(
      "select plain_text from mails where to_address = $1",
      [person.email],
    );
    expect(mails.map((mail) => mail.plain_text)).toEqual([expect.stringContaining("Firefox on Linux")]);
    await signIn(FIREFOX);
    expect(await titles()).toHaveLength(1);
  });
});

describe("a change of password", () => {
  const change = (currentPassword: string, newPassword: string) =>
    app.call(person.actor, accountRoutes.changePassword, { body: { currentPassword, newPassword } });

  it("takes the current one, ends the other sessions and keeps this one", async () => {
    const other = await signIn(FIREFOX);
    const refused = await change("wrong one", "quite another password");
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ fields: { currentPassword: "This is not your password" } });
    app.clock.advance(1000);
    expect((await change(TEST_PASSWORD, "quite another password")).status).toBe(200);
    expect((await meAs(other.headers)).statusCode).toBe(401);
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(200);
    const [mail] = await app.queryAsAdmin<{ subject: string }>(
      "select subject from mails where to_address = $1 order by created_at desc limit 1",
      [person.email],
    );
    expect(mail?.subject).toBe("Your password was changed");
  });

  it("refuses a common one at its field, and guesses without end", async () => {
    const common = await change(TEST_PASSWORD, "1234567890");
    expect(common.body).toMatchObject({ fields: { newPassword: expect.any(String) } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await change(`wrong ${guess}`, "a new password!")).status);
    expect(statuses.slice(0, 10).every((status) => status === 400)).toBe(true);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

describe("a change of e-mail", () => {
  const start = (newEmail: string, password = TEST_PASSWORD) =>
    app.call(person.actor, accountRoutes.startEmailChange, { body: { newEmail, password } });
  const confirm = (newEmail: string, code: string) =>
    app.call(person.actor, accountRoutes.confirmEmailChange, { body: { newEmail, code } });

  it("takes the password and the code sent to the new address, and tells the old one", async () => {
    const newEmail = `moved${++next}@example.test`;
    expect((await start(newEmail, "wrong one")).status).toBe(400);
    expect((await start(newEmail)).status).toBe(200);
    expect((await app.call(person.actor, authRoutes.me)).body.user.email).toBe(person.email);
    const done = await confirm(newEmail, await mailedCode(newEmail));
    expect(done.status).toBe(200);
    expect(done.body.email).toBe(newEmail);
    const [told] = await app.queryAsAdmin<{ subject: string }>(
      "select subject from mails where to_address = $1 order by created_at desc limit 1",
      [person.email],
    );
    expect(told?.subject).toBe("Your address was changed");
  });

  const move = async (newEmail: string, password = TEST_PASSWORD) => {
    expect((await start(newEmail, password)).status).toBe(200);
    expect((await confirm(newEmail, await mailedCode(newEmail))).status).toBe(200);
  };
  const restore = (token: string) => app.call(null, authRoutes.restoreAddress, { body: { token } });
  const login = (email: string, password = TEST_PASSWORD) =>
    app.call(null, authRoutes.login, { body: { email, password } });

  it("is undone by the link mailed to the old address, which shuts out whoever knew the password", async () => {
    const mine = person.email;
    await move(`thief${++next}@example.test`);
    const link = await mailedCode(mine);
    await app.queryAsAdmin(
      "insert into user_two_factor (user_id, sealed_secret, confirmed_at, created_at) values ($1, '', $2, $2)",
      [person.actor.userId, app.clock.now()],
    );
    expect((await restore(link)).body).toEqual({ email: mine });
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(401);
    expect((await login(mine)).status).toBe(401);
    app.clock.advance(1000);
    await app.call(null, authRoutes.sendPasswordReset, { body: { email: mine } });
    const body = { email: mine, code: await mailedCode(mine), password: "only mine from now on" };
    expect((await app.call(null, authRoutes.resetPassword, { body })).status).toBe(200);
    expect((await login(mine, body.password)).body).toMatchObject({ user: { email: mine } });
    expect((await restore(link)).status).toBe(404);
    const [entry] = await app.queryAsAdmin<{ after: unknown }>(
      "select after from audit_entries where target_id = $1 and action = 'account.address_restored'",
      [person.actor.userId],
    );
    expect(entry?.after).toEqual({ email: mine, twoFactor: "off" });
  });

  it("is undone after further moves too, and the addresses in between keep no link", async () => {
    const mine = person.email;
    const between = `between${++next}@example.test`;
    await move(between);
    app.clock.advance(60_000);
    await move(`beyond${++next}@example.test`);
    const theirs = await mailedCode(between);
    expect((await restore(await mailedCode(mine))).body).toEqual({ email: mine });
    expect((await restore(theirs)).status).toBe(404);
  });

  it("stands once a week has passed", async () => {
    await move(`moved${++next}@example.test`);
    const link = await mailedCode(person.email);
    app.clock.advance(7 * 24 * 3600_000);
    expect((await restore(link)).status).toBe(404);
  });

  it("does not take somebody else's code, nor an address that is taken, and says the same", async () => {
    const stranger = await buildUser(app.db, companyId, "Viewer", {
      password: TEST_PASSWORD,
      now: app.clock.now(),
    });
    const newEmail = `moved${++next}@example.test`;
    await app.call(stranger.actor, accountRoutes.startEmailChange, {
      body: { newEmail, password: TEST_PASSWORD },
    });
    const theirs = await confirm(newEmail, await mailedCode(newEmail));
    expect(theirs.status).toBe(400);
    const taken = await start(stranger.email);
    expect(taken.status).toBe(200);
    expect(await mailedCode(stranger.email)).toBe("");
    const guess = await confirm(stranger.email, "123456");
    expect(guess.body).toMatchObject({ fields: { code: expect.any(String) } });
  });
});

it("forgets sessions, counters and codes once they have no effect, and nothing that has", async () => {
  const aged = await buildUser(app.db, companyId, "Viewer", {
    now: new Date(app.clock.now().getTime() - 91 * 24 * 3600_000),
  });
  await app.inject({
    method: "POST",
    url: "/api/auth/send-verification-code",
    payload: { email: "live@example.test" },
  });
  await app.queryAsAdmin(
    `insert into rate_limit_counters values ('old', $1::timestamptz - interval '2 days', 1), ('new', $1, 1)`,
    [app.clock.now()],
  );
  await app.runJob(accessRetention, {});
  const left = await app.queryAsAdmin<{ what: string }>(
    `select id::text as what from sessions where user_id = any($1)
     union all select key from rate_limit_counters where key in ('old', 'new')
     union all select email from verification_codes where email = 'live@example.test'`,
    [[aged.actor.userId, person.actor.userId]],
  );
  expect(left.map((row) => row.what).toSorted()).toEqual(
    [person.actor.sessionId, "live@example.test", "new"].toSorted(),
  );
});

it("remembers when a person was last here longer than their sessions are kept", async () => {
  const { actor } = await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() });
  const seenAt = app.clock.now().toISOString();
  const lastSeen = async (by: CompanyUser) =>
    (await app.call(by, teamRoutes.listTeam)).body.members.find(({ id }) => id === actor.userId)?.lastSeenAt;
  app.clock.advance(91 * 24 * 3600_000);
  const owner = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
  await app.runJob(accessRetention, {});
  const kept = await app.queryAsAdmin("select from sessions where user_id = $1", [actor.userId]);
  expect(kept).toEqual([]);
  expect(await lastSeen(owner.actor)).toBe(seenAt);
  const admin = await buildPlatformUser(app.db, "Admin");
  // One's own session is as old as the test's people are made.
  await app.queryAsAdmin("update sessions set created_at = $1, last_seen_at = $1 where user_id = $2", [
    app.clock.now(),
    admin.actor.userId,
  ]);
  const seen = await app.call(admin.actor, adminUserRoutes.get, { params: { id: actor.userId } });
  expect(seen.body.lastSeenAt).toBe(seenAt);
});

it("changes names, and writes what changed into the audit log", async () => {
  const answer = await app.call(person.actor, accountRoutes.updateProfile, {
    body: { firstName: "Maya", lastName: "Person" },
  });
  expect(answer.body).toMatchObject({ firstName: "Maya", lastName: "Person" });
  const [entry] = await app.queryAsAdmin(
    "select action, before, after, actor, via from audit_entries where target_id = $1",
    [person.actor.userId],
  );
  expect(entry).toEqual({
    action: "account.profile_changed",
    before: { firstName: "Test" },
    after: { firstName: "Maya" },
    actor: "Maya Person",
    via: "screen",
  });
});
