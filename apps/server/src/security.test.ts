import { authRoutes } from "@forestay/contracts";
import { SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { guessLimits, rateLimits } from "#platform/http/rate-limits.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  TEST_SECRET_KEYS,
  type TestApp,
} from "#testing/index.ts";

let app: TestApp;
let person: CompanyUser;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  person = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner", { now: app.clock.now() }))
    .actor;
});

describe("an access token", () => {
  const [key] = deriveKeys(TEST_SECRET_KEYS, "access-token");
  const [otherPurpose] = deriveKeys(TEST_SECRET_KEYS, "verification-code");
  const [otherInstallation] = deriveKeys(["another-secret-key-of-32-characters!!"], "access-token");

  /** A token as we make them, but for what `change` says. */
  async function forge(
    change: { alg?: string; key?: Uint8Array | undefined; payload?: JWTPayload; without?: string[] } = {},
  ): Promise<string> {
    const nowSeconds = Math.floor(app.clock.now().getTime() / 1000);
    const payload: JWTPayload = {
      sub: person.userId,
      sid: person.sessionId,
      iss: "forestay",
      aud: "forestay-api",
      iat: nowSeconds,
      exp: nowSeconds + 600,
      ...change.payload,
    };
    for (const name of change.without ?? []) delete payload[name];
    return new SignJWT(payload).setProtectedHeader({ alg: change.alg ?? "HS256" }).sign(change.key ?? key!);
  }
  const knock = async (token: string) =>
    (await app.inject({ url: "/api/auth/me", headers: { authorization: `Bearer ${token}` } })).statusCode;

  it("of ours is accepted, so that the refusals below mean something", async () => {
    expect(await knock(await forge())).toBe(200);
  });

  it("is refused with another key, algorithm, audience, issuer or age, and with a part missing", async () => {
    const stranger = await buildUser(app.db, (await buildCompany(app.db)).id, "Owner", {
      now: app.clock.now(),
    });
    const nowSeconds = Math.floor(app.clock.now().getTime() / 1000);
    const [, payload] = (await forge()).split(".");
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${payload}.`;
    const forged: Record<string, string> = {
      "no signature": unsigned,
      "another installation's key": await forge({ key: otherInstallation }),
      "a key of ours for another purpose": await forge({ key: otherPurpose }),
      "another algorithm": await forge({ alg: "HS512", key: new Uint8Array(64).fill(1) }),
      "another algorithm with our key": await forge({ alg: "HS384", key: new Uint8Array(48).fill(2) }),
      "another audience": await forge({ payload: { aud: "somebody-else" } }),
      "another issuer": await forge({ payload: { iss: "somebody-else" } }),
      expired: await forge({ payload: { exp: nowSeconds - 1 } }),
      "not yet": await forge({ payload: { nbf: nowSeconds + 60 } }),
      "no expiry": await forge({ without: ["exp"] }),
      "no session": await forge({ without: ["sid"] }),
      "no person": await forge({ without: ["sub"] }),
      "a session of another person": await forge({ payload: { sid: stranger.actor.sessionId } }),
      "a session that does not exist": await forge({
        payload: { sid: "00000000-0000-4000-8000-000000000000" },
      }),
    };
    for (const [what, token] of Object.entries(forged))
      expect([what, await knock(token)]).toEqual([what, 401]);
  });

  it("does not open the download of somebody else, nor come in by the address", async () => {
    const token = await forge();
    const answer = await app.inject({ url: `/api/auth/me?access_token=${token}` });
    expect(answer.statusCode).toBe(401);
  });
});

describe("pages of other sites", () => {
  it("are given no permission to read answers, not even by asking first", async () => {
    for (const method of ["GET", "OPTIONS"] as const) {
      const answer = await app.inject({
        method,
        url: "/api/auth/me",
        headers: { origin: "https://evil.example", "access-control-request-method": "GET" },
      });
      const granted = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
      expect([method, granted]).toEqual([method, []]);
    }
  });

  it("cannot make a browser write, whichever of the two headers tells", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      for (const path of ["/api/auth/logout", "/api/auth/login", "/api/auth/verify-code"]) {
        const answer = await app.inject({ method: "POST", url: path, headers, payload: {} });
        expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, "origin_refused"]);
      }
    }
  });

  it("cannot use the cookie alone to read or write anything but who is signed in", async () => {
    const { cookieToken } = await buildUser(app.db, person.companyId, "Owner", { now: app.clock.now() });
    const cookie = `forestay_session=${cookieToken}`;
    for (const route of app.api.routes.filter((one) => one.policy !== "public" && one !== authRoutes.me)) {
      const answer = await app.inject({
        method: route.method,
        url: `/api${route.path.replaceAll(/:[A-Za-z]+/g, "00000000-0000-4000-8000-000000000000")}`,
        headers: { cookie },
      });
      expect([route.method, route.path, answer.statusCode]).toEqual([route.method, route.path, 401]);
    }
  });
});

describe("the session's cookie", () => {
  it("belongs to this host alone and to TLS alone, where a proxy of ours says that it ends TLS", async () => {
    const behindProxy = await createTestApp({ trustedProxies: 1 });
    try {
      const { email } = await buildUser(behindProxy.db, (await buildCompany(behindProxy.db)).id, "Owner", {
        password: TEST_PASSWORD,
      });
      const signIn = (headers: Record<string, string>) =>
        behindProxy.inject({
          method: "POST",
          url: "/api/auth/login",
          headers,
          payload: { email, password: TEST_PASSWORD },
        });
      const secure = await signIn({ "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" });
      const [cookie] = [secure.headers["set-cookie"]].flat();
      expect(cookie).toMatch(/^__Host-forestay_session=[\w-]{43};/);
      expect(cookie?.split("; ").slice(1).toSorted()).toEqual([
        "HttpOnly",
        "Max-Age=2592000",
        "Path=/",
        "SameSite=Lax",
        "Secure",
      ]);
      expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000");
      // Over plain HTTP browsers refuse that name; and a stranger's word for TLS is not taken.
      const [plain] = [(await signIn({})).headers["set-cookie"]].flat();
      expect(plain).toMatch(/^forestay_session=/);
    } finally {
      await behindProxy.close();
    }
    const { email } = await buildUser(app.db, person.companyId, "Owner", { password: TEST_PASSWORD });
    const claimed = await app.inject({
      method: "POST",
      url: "/api/auth/login",
      headers: { "x-forwarded-proto": "https" },
      payload: { email, password: TEST_PASSWORD },
    });
    expect([claimed.headers["set-cookie"]].flat()[0]).toMatch(/^forestay_session=/);
  });
});

describe("the session's cookie where the public address is https", () => {
  it("is as well protected behind a proxy that nobody declared, and is read back", async () => {
    const behindProxy = await createTestApp({ appUrl: "https://app.example", trustedProxies: 0 });
    try {
      const { email } = await buildUser(behindProxy.db, (await buildCompany(behindProxy.db)).id, "Owner", {
        password: TEST_PASSWORD,
      });
      const answer = await behindProxy.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email, password: TEST_PASSWORD },
      });
      const [cookie] = answer.cookies;
      expect(cookie).toMatchObject({ name: "__Host-forestay_session", secure: true, path: "/" });
      const cookies = { "__Host-forestay_session": cookie?.value ?? "" };
      expect((await behindProxy.inject({ url: "/api/auth/me", cookies })).statusCode).toBe(200);
    } finally {
      await behindProxy.close();
    }
  });
});

describe("limits per network address", () => {
  it("count an IPv6 network together, whichever of its addresses asks", async () => {
    const tight = await createTestApp();
    try {
      const guess = (remoteAddress: string, n: number) =>
        tight.inject({
          method: "POST",
          url: "/api/auth/login",
          remoteAddress,
          payload: { email: `nobody${n}@example.test`, password: "wrong wrong" },
        });
      for (let n = 0; n < 50; n++)
        expect((await guess(`2001:db8:1:2::${n.toString(16)}`, n)).statusCode).toBe(401);
      expect((await guess("2001:db8:1:2:ffff::1", 50)).statusCode).toBe(429);
      expect((await guess("2001:db8:1:3::1", 51)).statusCode).toBe(401);
    } finally {
      await tight.close();
    }
  });
});

describe("every answer", () => {
  it("loads and frames nothing, is not stored, and is what it says", async () => {
    for (const url of ["/api/auth/me", "/api/nowhere", "/api/health/live"]) {
      const { headers } = await app.inject({ url });
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-request-id"]).toEqual(expect.any(String));
    }
  });

  it("sends nobody to another site", async () => {
    const attempts = [
      "/api/docs//evil.example",
      "/api/docs/%2f%2fevil.example",
      "/api/docs?next=https://evil.example",
      "/api/auth/me?returnTo=https://evil.example",
      "//evil.example/api/docs",
      "/api/docs/..%2f..%2f/evil.example",
    ];
    for (const url of attempts) {
      const answer = await app.inject({ url, headers: { host: "localhost:4000" } });
      const location = answer.headers.location;
      if (location === undefined) continue;
      expect([url, new URL(String(location), "http://localhost:4000").origin]).toEqual([
        url,
        "http://localhost:4000",
      ]);
    }
  });

  it("builds links in mail from the settings, never from the Host header", async () => {
    const email = "host-header@example.test";
    await app.inject({
      method: "POST",
      url: "/api/auth/send-password-reset",
      headers: { host: "evil.example" },
      payload: { email },
    });
    const [mail] = await app.queryAsAdmin<{ html: string }>("select html from mails where to_address = $1", [
      email,
    ]);
    expect(mail?.html).toContain("/register");
    expect(mail?.html).not.toContain("evil.example");
  });
});

describe("limits", () => {
  it("stand in one table, and every route that changes or guesses names a row of it", () => {
    const without = app.api.routes.filter((route) => !route.rateLimit || !(route.rateLimit in rateLimits));
    expect(without.map((route) => `${route.method} ${route.path}`)).toEqual([]);
    const open = app.api.routes.filter((route) => route.policy === "public");
    expect(open.every((route) => rateLimits[route.rateLimit ?? "read"].per === "address")).toBe(true);
  });

  /** Every door that takes a secret which can be guessed. */
  const doors = {
    login: (email: string) => ({ email, password: "guess guess" }),
    "verify-code": (email: string) => ({ email, code: "000000" }),
    "reset-password": (email: string) => ({ email, code: "000000", password: "a fresh long password" }),
    mfa: (email: string) => ({ challengeId: email, code: "000000" }),
  };
  let addresses = 0;
  const guess = (door: keyof typeof doors, email: string, remoteAddress: string) =>
    app.inject({ method: "POST", url: `/api/auth/${door}`, payload: doors[door](email), remoteAddress });

  it.each(Object.keys(doors) as (keyof typeof doors)[])(
    "slow guessing at %s down for an account, whoever asks and whether or not it exists, in the same words",
    async (door) => {
      const known = await buildUser(app.db, person.companyId, "Viewer", { now: app.clock.now() });
      const answers: string[][] = [];
      for (const email of [known.email, `nobody-${door}@example.test`]) {
        const bodies: string[] = [];
        for (let i = 0; i < guessLimits.failuresPerAccount + 1; i++) {
          const answer = await guess(door, email, `10.7.${++addresses >> 8}.${addresses & 255}`);
          const { code, message } = answer.json() as { code: string; message: string };
          bodies.push(`${answer.statusCode} ${code} ${message}`);
        }
        answers.push(bodies);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]!.slice(0, -1).every((body) => body.startsWith("401 invalid_credentials"))).toBe(true);
      expect(answers[0]!.at(-1)).toMatch(/^429 rate_limited/);
    },
  );

  it.each(Object.keys(doors) as (keyof typeof doors)[])(
    "slow guessing at %s down for an address, over any accounts",
    async (door) => {
      const statuses: number[] = [];
      for (let i = 0; i < guessLimits.failuresPerAddress + 1; i++) {
        statuses.push((await guess(door, `${door}-${i}@example.test`, `10.8.0.${door.length}`)).statusCode);
      }
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
      expect(statuses.at(-1)).toBe(429);
    },
  );

  it("see through a forged X-Forwarded-For where no proxy is trusted", async () => {
    const statuses = [];
    for (let i = 0; i < 51; i++) {
      const answer = await app.inject({
        method: "POST",
        url: "/api/auth/login",
        headers: { "x-forwarded-for": `203.0.113.${i}` },
        payload: { email: `nobody${i}@example.test`, password: "guess" + i },
        remoteAddress: "10.9.9.9",
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true);
    expect(statuses[50]).toBe(429);
  });
});
