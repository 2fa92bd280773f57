import { authRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  buildCompany,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

const DAY_MS = 24 * 3600 * 1000;

let app: TestApp;
let person: BuiltUser<CompanyUser>;
let companyId: string;

beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD, now: app.clock.now() });
});

const login = (email: string, password: string, remoteAddress = "10.0.0.1") =>
  app.inject({ method: "POST", url: "/api/auth/login", payload: { email, password }, remoteAddress });
const me = (cookie: string) =>
  app.inject({ method: "GET", url: "/api/auth/me", headers: { cookie: `forestay_session=${cookie}` } });
const cookieOf = (answer: Awaited<ReturnType<typeof me>>) =>
  answer.cookies.find((cookie) => cookie.name === "forestay_session");

describe("signing in", () => {
  it("answers token and user, and sets a cookie that scripts and other sites cannot use", async () => {
    const answer = await login(` ${person.email.toUpperCase()} `, TEST_PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toMatchObject({
      email: person.email,
      companyRole: "Owner",
      platformRole: "User",
      onboardingCompleted: true,
      company: { id: companyId },
    });
    expect(answer.json().user).not.toHaveProperty("passwordHash");
    expect(cookieOf(answer)).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    const asked = await app.inject({
      method: "GET",
      url: "/api/auth/me",
      headers: { authorization: `Bearer ${answer.json().token}` },
    });
    expect(asked.json().user.email).toBe(person.email);
  });

  it("gives the same answer for a wrong password and an unknown address", async () => {
    const wrong = await login(person.email, "not the password");
    const unknown = await login("nobody@example.test", "not the password");
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect({ ...wrong.json(), requestId: "" }).toEqual({ ...unknown.json(), requestId: "" });
  });

  it("checks the five characters of the form before anything else", async () => {
    const answer = await login(person.email, "1234");
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ password: "Required" });
  });

  it("stops an account after ten failures, the right password included, until the window has passed", async () => {
    // At once: the attempts are counted before anything is compared, so none slips past.
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, i) => login(person.email, "wrong guess", `10.0.1.${i}`)),
    );
    expect(guesses.filter((guess) => guess.statusCode === 401)).toHaveLength(10);
    const limited = await login(person.email, TEST_PASSWORD, "10.0.1.100");
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    app.clock.advance(15 * 60 * 1000);
    expect((await login(person.email, TEST_PASSWORD, "10.0.1.100")).statusCode).toBe(200);
  });

  it("forgets the failures of an account that signed in", async () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 8; i++) await login(person.email, "wrong guess", "10.0.2.1");
      expect((await login(person.email, TEST_PASSWORD, "10.0.2.1")).statusCode).toBe(200);
    }
  });

  it("stops an address after fifty failures over any accounts", async () => {
    for (let i = 0; i < 50; i++) await login(`nobody${i}@example.test`, "wrong guess", "10.0.3.1");
    expect((await login("another@example.test", "wrong guess", "10.0.3.1")).statusCode).toBe(429);
  });

  it("refuses a disabled user and ends what they had open", async () => {
    await app.queryAsAdmin("update users set disabled_at = now() where id = $1", [person.actor.userId]);
    expect((await login(person.email, TEST_PASSWORD)).json()).toMatchObject({ code: "account_disabled" });
    expect((await login(person.email, "not the password")).json()).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(401);
    expect((await me(person.cookieToken)).json()).toMatchObject({
      code: "session_ended",
      message: expect.stringContaining("deactivated"),
    });
  });
});

describe("a session", () => {
  it("hands out a fresh token by cookie, and none by bearer alone", async () => {
    expect((await me(person.cookieToken)).json().token).toEqual(expect.any(String));
    const byBearer = await app.call(person.actor, authRoutes.me);
    expect(byBearer.status).toBe(200);
    expect(byBearer.body.token).toBeUndefined();
  });

  it("ends with logout at once, for cookie and token alike", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/api/auth/logout",
      headers: { cookie: `forestay_session=${person.cookieToken}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(cookieOf(answer)?.value).toBe("");
    expect((await me(person.cookieToken)).statusCode).toBe(401);
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(401);
  });

  it("lets its access token die after fifteen minutes", async () => {
    const headers = await app.bearer(person.actor);
    const ask = () => app.inject({ method: "GET", url: "/api/auth/me", headers });
    app.clock.advance(14 * 60 * 1000);
    expect((await ask()).statusCode).toBe(200);
    app.clock.advance(61 * 1000);
    expect((await ask()).statusCode).toBe(401);
  });

  it("rotates its cookie once a day and keeps the value before good for a minute", async () => {
    app.clock.advance(DAY_MS);
    const rotated = cookieOf(await me(person.cookieToken))?.value;
    expect(rotated).toEqual(expect.any(String));
    const parallelTab = await me(person.cookieToken);
    expect(parallelTab.statusCode).toBe(200);
    expect(cookieOf(parallelTab)).toBeUndefined();
    expect((await me(rotated ?? "")).statusCode).toBe(200);
  });

  it("ends when a value from before the rotation is shown later: it was copied", async () => {
    app.clock.advance(DAY_MS);
    const rotated = cookieOf(await me(person.cookieToken))?.value ?? "";
    app.clock.advance(61_000);
    expect((await me(person.cookieToken)).statusCode).toBe(401);
    expect((await me(rotated)).statusCode).toBe(401);
  });

  it("stands in the audit log as ended, once, with where the copied cookie came from", async () => {
    app.clock.advance(DAY_MS);
    await me(person.cookieToken);
    app.clock.advance(61_000);
    const shown = () =>
      app.inject({
        url: "/api/auth/me",
        cookies: { forestay_session: person.cookieToken },
        remoteAddress: "10.9.8.7",
      });
    expect((await Promise.all([shown(), shown()])).map(({ statusCode }) => statusCode)).toEqual([401, 401]);
    const entries = await app.queryAsAdmin(
      "select action, target_id, ip_address from audit_entries where actor_user_id = $1",
      [person.actor.userId],
    );
    expect(entries).toEqual([
      {
        action: "session.ended_for_reuse",
        target_id: person.actor.sessionId,
        ip_address: "10.9.8.7",
      },
    ]);
  });

  it.each([
    ["ended_elsewhere", "You were signed out here from another device."],
    ["password_change", "Your password was changed"],
    ["ended_by_admin", "The platform's staff signed you out"],
    ["disabled", "Your account was deactivated"],
    ["reuse", "An old copy of your session's cookie was used"],
    [null, "You have not been here for a while"],
  ])("that was ended (%s) says why, once, to whoever still has its cookie", async (reason, words) => {
    if (reason === null) app.clock.advance(31 * DAY_MS);
    else {
      await app.queryAsAdmin("update sessions set ended_at = now(), end_reason = $2 where id = $1", [
        person.actor.sessionId,
        reason,
      ]);
    }
    const answer = await me(person.cookieToken);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      401,
      { code: "session_ended", message: expect.stringContaining(words) },
    ]);
    // The cookie goes with the answer.
    expect(cookieOf(answer)?.value).toBe("");
  });

  it("that its person ended, or that never was, says nothing of itself", async () => {
    await app.queryAsAdmin("update sessions set ended_at = now(), end_reason = 'logout' where id = $1", [
      person.actor.sessionId,
    ]);
    for (const cookie of [person.cookieToken, "no-session-had-this"]) {
      expect((await me(cookie)).json()).toMatchObject({ code: "unauthenticated" });
    }
  });

  it("ends after thirty idle days, and after ninety days however busy", async () => {
    app.clock.advance(31 * DAY_MS);
    expect((await me(person.cookieToken)).statusCode).toBe(401);

    let { cookieToken } = await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() });
    for (let day = 0; day < 89; day += 20) {
      const answer = await me(cookieToken);
      expect(answer.statusCode).toBe(200);
      cookieToken = cookieOf(answer)?.value ?? cookieToken;
      app.clock.advance(20 * DAY_MS);
    }
    expect((await me(cookieToken)).statusCode).toBe(401);
  });

  it("changes what its user may do with the next request when the role changes", async () => {
    await app.queryAsAdmin("update users set company_role = 'Viewer' where id = $1", [person.actor.userId]);
    expect((await app.call(person.actor, authRoutes.me)).body.user.companyRole).toBe("Viewer");
  });

  it("is not opened by a token of another algorithm, another key or no signature", async () => {
    const [header, payload] = (await app.bearer(person.actor)).authorization
      .replace("Bearer ", "")
      .split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const forged of [`${none}.${payload}.`, `${header}.${payload}.AAAA`, "nonsense"]) {
      const answer = await app.inject({
        method: "GET",
        url: "/api/auth/me",
        headers: { authorization: `Bearer ${forged}` },
      });
      expect(answer.statusCode).toBe(401);
    }
  });

  it("keeps only hashes in the database", async () => {
    const rows = await app.queryAsAdmin<{ dump: string }>("select s::text as dump from sessions s");
    expect(rows.some((row) => row.dump.includes(person.cookieToken))).toBe(false);
  });
});
