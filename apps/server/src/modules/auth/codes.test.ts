import { accountRoutes, authRoutes } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { createHook } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSystem } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, TEST_PASSWORD, type TestApp } from "#testing/index.ts";
import { authenticatorCode } from "./fixtures/authenticator-code.ts";
import { createChallenge } from "./two-factor/mfa-challenge.ts";
import { base32 } from "./two-factor/totp.ts";
import { beginTwoFactor, confirmTwoFactor } from "./two-factor/two-factor.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
let companyId: string;
let next = 0;
const newAddress = () => `newcomer${next++}@example.test`;
/** Limits per address of the network are other tests' matter: each request comes from one of its own. */
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: `/api${path}`,
    payload,
    headers,
    remoteAddress: `10.1.${Math.floor(++next / 250)}.${next % 250}`,
  });
const send = (email: string) => post("/auth/send-verification-code", { email });
const verify = (email: string, code: string) => post("/auth/verify-code", { email, code });

/** The code as it stands in the mail. */
async function codeIn(email: string): Promise<string> {
  const mails = await app.queryAsAdmin<{ plain_text: string }>(
    "select plain_text from mails where to_address = $1 order by created_at desc limit 1",
    [email],
  );
  return /^\d{6}$/m.exec(mails[0]?.plain_text ?? "")?.[0] ?? "none";
}
const wrong = (code: string) => (code === "000000" ? "111111" : "000000");

beforeAll(async () => {
  app = await createTestApp({ adminEmail: "boss@example.test" });
  companyId = (await buildCompany(app.db, "Known")).id;
});
afterAll(() => app.close());

describe("a code by mail", () => {
  it("registers an unknown address as Owner of a new company, on the way to onboarding", async () => {
    const email = newAddress();
    expect((await send(` ${email.toUpperCase()} `)).statusCode).toBe(200);
    const answer = await verify(email, await codeIn(email));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().authData.user).toMatchObject({
      email,
      companyRole: "Owner",
      platformRole: "User",
      onboardingCompleted: false,
    });
    expect(answer.cookies.map((cookie) => cookie.name)).toContain("forestay_session");
    const me = await app.inject({
      url: "/api/auth/me",
      headers: { authorization: `Bearer ${answer.json().authData.token}` },
    });
    expect(me.json().user.email).toBe(email);
  });

  it("signs a known address in to the account it has", async () => {
    const known = await buildUser(app.db, companyId, "Staff");
    await send(known.email);
    const answer = await verify(known.email, await codeIn(known.email));
    expect(answer.json().authData.user).toMatchObject({ id: known.actor.userId, companyRole: "Staff" });
  });

  it("counts once", async () => {
    const email = newAddress();
    await send(email);
    const code = await codeIn(email);
    const answers = await Promise.all([verify(email, code), verify(email, code), verify(email, code)]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 401, 401]);
    expect((await verify(email, code)).statusCode).toBe(401);
  });

  it("is over after ten minutes", async () => {
    const email = newAddress();
    await send(email);
    app.clock.advance(10 * MINUTE_MS);
    expect((await verify(email, await codeIn(email))).statusCode).toBe(401);
  });

  it("is cancelled by a newer one", async () => {
    const email = newAddress();
    await send(email);
    const first = await codeIn(email);
    app.clock.advance(1000);
    await send(email);
    const second = await codeIn(email);
    // One in a million: then there is nothing to tell apart.
    if (first !== second) expect((await verify(email, first)).statusCode).toBe(401);
    expect((await verify(email, second)).statusCode).toBe(200);
  });

  it("is cancelled by a newer one for something else: an address has one live code", async () => {
    const { email } = await buildUser(app.db, companyId, "Staff");
    const known = email.toLowerCase();
    await send(known);
    const signIn = await codeIn(known);
    app.clock.advance(1000);
    await post("/auth/send-password-reset", { email: known });
    const reset = await codeIn(known);
    expect((await verify(known, signIn)).statusCode).toBe(401);
    const body = { email: known, code: reset, password: "a password nobody has" };
    expect((await post("/auth/reset-password", body)).statusCode).toBe(200);
  });

  it("is not ended by somebody else who asks to change their own address to it", async () => {
    const { email } = await buildUser(app.db, companyId, "Staff");
    const { actor: other } = await buildUser(app.db, companyId, "Staff", { password: TEST_PASSWORD });
    const known = email.toLowerCase();
    await send(known);
    const signIn = await codeIn(known);
    app.clock.advance(MINUTE_MS);
    const body = { newEmail: known, password: TEST_PASSWORD };
    const asked = await app.call(other, accountRoutes.startEmailChange, { body });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    expect((await verify(known, signIn)).statusCode).toBe(200);
  });

  it("allows five guesses, also at once, and not the right one after them", async () => {
    const email = newAddress();
    await send(email);
    const code = await codeIn(email);
    const guesses = await Promise.all(Array.from({ length: 5 }, () => verify(email, wrong(code))));
    expect(guesses.map((guess) => guess.statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect((await verify(email, code)).statusCode).toBe(401);
  });

  it("is sent five times in fifteen minutes to an address, whoever asks", async () => {
    const email = newAddress();
    for (let sent = 0; sent < 5; sent++) expect((await send(email)).statusCode).toBe(200);
    const sixth = await send(email);
    expect(sixth.statusCode).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    app.clock.advance(15 * MINUTE_MS);
    expect((await send(email)).statusCode).toBe(200);
  });

  it("is kept as a keyed hash only, and belongs to one address and purpose", async () => {
    const email = newAddress();
    await send(email);
    const code = await codeIn(email);
    const rows = await app.queryAsAdmin<{ dump: string }>("select c::text as dump from verification_codes c");
    // Not among the digits of the hash, where any six may stand.
    const alone = new RegExp(String.raw`(?<![\w.-])${code}(?![\w-])`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => alone.test(row.dump))).toBe(false);
    const elsewhere = await verify(newAddress(), code);
    expect(elsewhere.statusCode).toBe(401);
    expect(elsewhere.json()).toMatchObject({ fields: { code: expect.any(String) } });
    const reset = await post("/auth/reset-password", { email, code, password: "a password nobody has" });
    expect(reset.statusCode).toBe(401);
  });

  it("does not let a disabled person in, and says no more than a wrong code", async () => {
    const { email, actor } = await buildUser(app.db, companyId, "Viewer");
    await app.queryAsAdmin("update users set disabled_at = now() where id = $1", [actor.userId]);
    expect((await send(email)).statusCode).toBe(200);
    const right = await verify(email, await codeIn(email));
    const none = await verify(newAddress(), "123456");
    expect(right.statusCode).toBe(401);
    expect({ ...right.json(), requestId: "" }).toEqual({ ...none.json(), requestId: "" });
  });
});

/** What an answer costs: the statements sent for it, in their order, and how many passwords were hashed. */
interface Work {
  statements: string[];
  hashes: number;
}

describe("known and unknown addresses", () => {
  let watched: Work | null = null;
  const seenClients = new WeakSet<object>();
  beforeAll(() => {
    // Every connection of this app's own pool; it is closed with the app.
    app.db.pool.on("acquire", (client) => {
      if (seenClients.has(client)) return;
      seenClients.add(client);
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        const [statement] = given as [string | { text: string }];
        watched?.statements.push(typeof statement === "string" ? statement : statement.text);
        return query(...given);
      }) as typeof client.query;
    });
  });

  /** Hashing runs on a thread of its own; argon2 announces each such task without a name for its kind. */
  const hashing = createHook({
    init: (_id, kind) => {
      if (watched && kind === "undefined") watched.hashes++;
    },
  });
  async function workOf(ask: () => Promise<LightMyRequestResponse>) {
    const work: Work = { statements: [], hashes: 0 };
    watched = work;
    hashing.enable();
    try {
      const answer = await ask();
      return { work, answer: { status: answer.statusCode, body: { ...answer.json(), requestId: "" } } };
    } finally {
      hashing.disable();
      watched = null;
    }
  }

  const password = "not the password";
  /** Each public call that takes an address or a secret: what has to be there before, what is asked, and what is hashed. */
  const calls: Record<
    string,
    { before?: (email: string) => Promise<unknown>; body: (email: string) => object; hashes: number }
  > = {
    "send-verification-code": { body: (email) => ({ email }), hashes: 0 },
    "send-password-reset": { body: (email) => ({ email }), hashes: 0 },
    login: { body: (email) => ({ email, password }), hashes: 1 },
    "verify-code": { before: send, body: (email) => ({ email, code: "000000" }), hashes: 0 },
    "reset-password": {
      before: (email) => post("/auth/send-password-reset", { email }),
      body: (email) => ({ email, code: "000000", password: "a password nobody has" }),
      hashes: 0,
    },
  };

  it.each(Object.entries(calls))(
    "get the same answer of %s for the same work",
    async (path, { before, body, hashes }) => {
      const known = (await buildUser(app.db, companyId, "Viewer", { password: TEST_PASSWORD })).email;
      const unknown = newAddress();
      for (const email of [known, unknown]) await before?.(email);
      const ask = (email: string) => workOf(() => post(`/auth/${path}`, body(email)));
      const ofKnown = await ask(known);
      expect(await ask(unknown)).toEqual(ofKnown);
      expect(ofKnown.work.statements.length).toBeGreaterThan(2);
      expect(ofKnown.work.hashes).toBe(hashes);
    },
  );

  it("are not told apart by the second step either: a challenge that stands and one that nobody was given", async () => {
    const now = app.clock.now();
    const { actor } = await buildUser(app.db, companyId, "Viewer");
    const challengeId = await withSystem(app.db, async (tx) => {
      const secret = await beginTwoFactor(tx, app.context.secretKeys, actor.userId, now);
      const shown = authenticatorCode(base32(secret ?? Buffer.alloc(0)), now);
      await confirmTwoFactor(tx, app.context.secretKeys, actor.userId, shown, now);
      return createChallenge(tx, actor.userId, now);
    });
    const ask = (id: string) => workOf(() => post("/auth/mfa", { challengeId: id, code: "000000" }));
    const standing = await ask(challengeId);
    expect(await ask(randomBytes(32).toString("base64url"))).toEqual(standing);
    expect(standing.work.statements.filter((text) => text.includes("two_factor"))).toHaveLength(2);
  });
});

describe("the code shown on one's own machine", () => {
  const ask = (email: string, options: { headers?: Record<string, string>; remoteAddress?: string } = {}) =>
    app.inject({
      url: `/api/auth/local-code?email=${encodeURIComponent(email)}`,
      remoteAddress: options.remoteAddress ?? "127.0.0.1",
      headers: { host: "localhost:4000", ...options.headers },
    });

  it("is the latest one that counts", async () => {
    const email = newAddress();
    expect((await ask(email)).statusCode).toBe(404);
    await send(email);
    const shown = await ask(email);
    expect(shown.json()).toEqual({ code: await codeIn(email) });
    await verify(email, shown.json().code);
    expect((await ask(email)).statusCode).toBe(404);
  });

  it("is shown to nobody elsewhere: another peer, through a proxy, by a foreign name", async () => {
    const email = newAddress();
    await send(email);
    const refused = [
      await ask(email, { remoteAddress: "192.168.1.7" }),
      await ask(email, { headers: { "x-forwarded-for": "127.0.0.1" } }),
      await ask(email, { headers: { forwarded: "for=127.0.0.1" } }),
      await ask(email, { headers: { host: "attacker.example:4000" } }),
    ];
    expect(refused.map((answer) => answer.statusCode)).toEqual([404, 404, 404, 404]);
    expect((await ask(email, { remoteAddress: "::1" })).statusCode).toBe(200);
  });

  it.each([{ production: true }, { smtpUrl: "smtp://mail.example.test" }])(
    "is shown nowhere with %o",
    async (settings) => {
      const other = await createTestApp(settings);
      try {
        const email = newAddress();
        await other.inject({ method: "POST", url: "/api/auth/send-verification-code", payload: { email } });
        const answer = await other.inject({
          url: `/api/auth/local-code?email=${email}`,
          headers: { host: "localhost" },
        });
        expect(answer.statusCode).toBe(404);
      } finally {
        await other.close();
      }
    },
  );
});

describe("a password reset", () => {
  const newPassword = "quite another password";

  it("sets the password, ends every session and signs nobody in", async () => {
    const { email, actor } = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD });
    await post("/auth/send-password-reset", { email });
    const answer = await post("/auth/reset-password", {
      email,
      code: await codeIn(email),
      password: newPassword,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect((await app.call(actor, authRoutes.me)).status).toBe(401);
    expect((await post("/auth/login", { email, password: TEST_PASSWORD })).statusCode).toBe(401);
    expect((await post("/auth/login", { email, password: newPassword })).statusCode).toBe(200);
  });

  it("refuses the commonest passwords and the person's own address, at the field", async () => {
    for (const password of [
      "1234567890",
      "qwertyuiop",
      "passwordpassword",
      "someone@example.test",
      "Password123",
    ]) {
      const answer = await post("/auth/reset-password", {
        email: "someone@example.test",
        code: "123456",
        password,
      });
      expect(answer.json(), password).toMatchObject({
        code: "validation_failed",
        fields: { password: expect.any(String) },
      });
    }
  });

  it("mails an unknown address that it has no account, and no code", async () => {
    const email = newAddress();
    await post("/auth/send-password-reset", { email });
    expect(await codeIn(email)).toBe("none");
    const guess = await post("/auth/reset-password", { email, code: "123456", password: newPassword });
    expect(guess.statusCode).toBe(401);
  });
});

describe("ADMIN_EMAIL", () => {
  it("makes its owner the first Admin, once the address is proven, and nobody afterwards", async () => {
    const email = "boss@example.test";
    await send(email);
    const answer = await verify(email, await codeIn(email));
    expect(answer.json().authData.user).toMatchObject({ email, platformRole: "Admin" });
    await app.queryAsAdmin("update users set platform_role = 'User' where email = $1", [email]);
    await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    app.clock.advance(MINUTE_MS);
    await send(email);
    const later = await verify(email, await codeIn(email));
    expect(later.json().authData.user.platformRole).toBe("User");
  });
});

it("names nobody Admin for a password: that somebody has an account with the address does not prove it", async () => {
  await app.queryAsAdmin("delete from users where email = 'boss@example.test' or platform_role = 'Admin'");
  const { email } = await buildUser(app.db, companyId, "Owner", {
    email: "boss@example.test",
    password: TEST_PASSWORD,
  });
  const signedIn = await post("/auth/login", { email, password: TEST_PASSWORD });
  expect(signedIn.json().user.platformRole).toBe("User");
  app.clock.advance(MINUTE_MS);
  await send(email);
  expect((await verify(email, await codeIn(email))).json().authData.user.platformRole).toBe("Admin");
});

it("has no route that takes a password for a registration", () => {
  const paths = app.api.routes.map((route) => route.path);
  expect(paths).not.toContain("/auth/register");
  expect(paths).toContain(authRoutes.acceptInvitation.path);
});
