import { authRoutes, twoFactorRoutes } from "@forestay/contracts";
import { Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { authenticatorCode } from "./fixtures/authenticator-code.ts";

const STEP_MS = 30_000;

let app: TestApp;
let companyId: string;
let person: BuiltUser<CompanyUser>;
let secret: string;
let recoveryCodes: string[];
let next = 0;

/** What the app on the phone shows now. */
const shown = () => authenticatorCode(secret, app.clock.now());
const post = (path: string, payload: object) =>
  app.inject({
    method: "POST",
    url: `/api${path}`,
    payload,
    remoteAddress: `10.2.${Math.floor(++next / 250)}.${next % 250}`,
  });
const login = () => post("/auth/login", { email: person.email, password: TEST_PASSWORD });
const mfa = (challengeId: string, code: string) => post("/auth/mfa", { challengeId, code });

async function turnOn(): Promise<void> {
  const start = await app.call(person.actor, twoFactorRoutes.startTwoFactor, {
    body: { password: TEST_PASSWORD },
  });
  expect(start.status).toBe(200);
  secret = start.body.secret;
  const confirm = await app.call(person.actor, twoFactorRoutes.confirmTwoFactor, { body: { code: shown() } });
  expect(confirm.status).toBe(200);
  recoveryCodes = confirm.body.recoveryCodes;
  // The code that turned it on is used up.
  app.clock.advance(2 * STEP_MS);
}

beforeAll(async () => {
  app = await createTestApp();
  companyId = (await buildCompany(app.db)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD, now: app.clock.now() });
});

describe("turning two-factor on", () => {
  it("takes the password and a first code, and shows secret and recovery codes once", async () => {
    const refused = await app.call(person.actor, twoFactorRoutes.startTwoFactor, {
      body: { password: "wrong one" },
    });
    expect(refused.status).toBe(400);
    const start = await app.call(person.actor, twoFactorRoutes.startTwoFactor, {
      body: { password: TEST_PASSWORD },
    });
    expect(start.body.otpauthUri).toContain(`secret=${start.body.secret}`);
    expect(start.body.qrSvg).toMatch(/^<svg /);
    expect(start.body.qrSvg).not.toMatch(/style=|<script/);
    // Begun is not on: signing in still takes the password alone.
    expect((await login()).json()).toHaveProperty("token");
    await turnOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    const state = await app.call(person.actor, twoFactorRoutes.getTwoFactor);
    expect(state.body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    const again = await app.call(person.actor, twoFactorRoutes.startTwoFactor, {
      body: { password: TEST_PASSWORD },
    });
    expect(again.status).toBe(409);
  });

  it("gives new recovery codes for the password and a code, and the old ones stop working", async () => {
    await turnOn();
    const renew = (password: string, code: string) =>
      app.call(person.actor, twoFactorRoutes.renewRecoveryCodes, { body: { password, code } });
    expect((await renew("wrong one", shown())).body).toMatchObject({
      fields: { password: expect.any(String) },
    });
    expect((await renew(TEST_PASSWORD, "000000")).body).toMatchObject({
      fields: { code: expect.any(String) },
    });
    const { recoveryCodes: fresh } = (await renew(TEST_PASSWORD, shown())).body;
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20);
    const signInWith = async (code: string) =>
      (await mfa((await login()).json().challengeId, code)).statusCode;
    expect(await signInWith(recoveryCodes[0]!)).toBe(401);
    expect(await signInWith(fresh[0]!)).toBe(200);
  });

  it("keeps neither the secret nor a recovery code readable in the database", async () => {
    await turnOn();
    const rows = await app.queryAsAdmin<{ dump: string }>(
      "select f::text as dump from user_two_factor f union all select r::text from two_factor_recovery_codes r",
    );
    const dump = rows.map((row) => row.dump).join("\n");
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Secret.fromBase32(secret).hex.toLowerCase());
    for (const code of recoveryCodes) expect(dump).not.toContain(code);
  });
});

describe("signing in with two-factor on", () => {
  beforeEach(turnOn);

  it("gives neither token nor cookie for the password, only a challenge that a code completes", async () => {
    const first = await login();
    expect(first.json()).toEqual({ mfaRequired: true, challengeId: expect.any(String) });
    expect(first.cookies).toEqual([]);
    const second = await mfa(first.json().challengeId, shown());
    expect(second.statusCode).toBe(200);
    expect(second.json().user.email).toBe(person.email);
    const me = await app.inject({
      url: "/api/auth/me",
      headers: { authorization: `Bearer ${second.json().token}` },
    });
    expect(me.statusCode).toBe(200);
  });

  it("asks for it after an e-mailed code and after a reset as well", async () => {
    const mailed = async (path: string) => {
      app.clock.advance(1000);
      await post(path, { email: person.email });
      const [mail] = await app.queryAsAdmin<{ secrets: string[] }>(
        "select secrets from mails where to_address = $1 order by created_at desc limit 1",
        [person.email],
      );
      return mail?.secrets[0] ?? "";
    };
    const byCode = await post("/auth/verify-code", {
      email: person.email,
      code: await mailed("/auth/send-verification-code"),
    });
    expect(byCode.json()).toEqual({ mfaRequired: true, challengeId: expect.any(String) });
    const reset = await post("/auth/reset-password", {
      email: person.email,
      code: await mailed("/auth/send-password-reset"),
      password: "quite another password",
    });
    expect(reset.json()).toEqual({});
    const after = await post("/auth/login", { email: person.email, password: "quite another password" });
    expect(after.json()).toHaveProperty("mfaRequired", true);
  });

  it("takes a code once, and a challenge once", async () => {
    const code = shown();
    const [one, two] = [await login(), await login()].map((answer) => answer.json().challengeId as string);
    expect((await mfa(one!, code)).statusCode).toBe(200);
    const again = await mfa(two!, code);
    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({ fields: { code: expect.any(String) } });
    app.clock.advance(STEP_MS);
    expect((await mfa(one!, shown())).statusCode).toBe(401);
    expect((await mfa(two!, shown())).statusCode).toBe(200);
  });

  it("ends a challenge after five guesses and after five minutes", async () => {
    const guessed = (await login()).json().challengeId;
    for (let guess = 0; guess < 5; guess++) expect((await mfa(guessed, "000000")).statusCode).toBe(401);
    expect((await mfa(guessed, shown())).statusCode).toBe(401);
    const slow = (await login()).json().challengeId;
    app.clock.advance(5 * 60_000);
    expect((await mfa(slow, shown())).statusCode).toBe(401);
  });

  it("stops an account after ten wrong codes over any challenges, the right one included", async () => {
    let wrong = 0;
    for (let round = 0; round < 3; round++) {
      const { challengeId } = (await login()).json();
      for (let guess = 0; guess < 4 && wrong < 10; guess++, wrong++) await mfa(challengeId, "000000");
    }
    const { challengeId } = (await login()).json();
    expect((await mfa(challengeId, shown())).statusCode).toBe(429);
  });

  it("takes a recovery code in place of the app, once, however it is typed", async () => {
    const typed = recoveryCodes[0]!.toUpperCase().replace("-", " ");
    const sign = async (code: string) => mfa((await login()).json().challengeId, code);
    expect((await sign(typed)).statusCode).toBe(200);
    expect((await sign(recoveryCodes[0]!)).statusCode).toBe(401);
    const state = await app.call(person.actor, twoFactorRoutes.getTwoFactor);
    expect(state.body.recoveryCodesLeft).toBe(9);
  });

  it("is turned off by password and code together, not by one of them", async () => {
    const off = (password: string, code: string) =>
      app.call(person.actor, twoFactorRoutes.disableTwoFactor, { body: { password, code } });
    expect((await off("wrong one", shown())).status).toBe(400);
    expect((await off(TEST_PASSWORD, "000000")).status).toBe(400);
    expect((await off(TEST_PASSWORD, shown())).status).toBe(200);
    expect((await login()).json()).toHaveProperty("token");
    expect((await app.call(person.actor, authRoutes.me)).status).toBe(200);
  });
});
