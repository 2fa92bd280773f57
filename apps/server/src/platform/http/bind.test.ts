import { authRoutes, defineRoute } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { createServer } from "./server.ts";
import { createLog } from "../log.ts";
import { bind, type Api } from "./bind.ts";
import type { CompanyUser } from "./actor.ts";
import { AppError } from "./app-error.ts";

const routes = {
  create: defineRoute({
    method: "POST",
    path: "/notes",
    summary: "Create a note",
    policy: "customers:write",
    body: z.object({ text: z.string().max(1000), nested: z.record(z.string(), z.string()).optional() }),
    response: z.object({ text: z.string(), run: z.number() }),
    status: 201,
    rateLimit: "write",
    idempotent: true,
  }),
  read: defineRoute({
    method: "GET",
    path: "/notes/:id",
    summary: "Read a note",
    policy: "customers:read",
    params: z.object({ id: z.uuid() }),
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    response: z.object({ id: z.uuid(), page: z.number() }),
    rateLimit: "read",
  }),
  open: defineRoute({
    method: "POST",
    path: "/open-notes",
    summary: "Leave a note without signing in",
    policy: "public",
    body: z.object({}),
    response: z.object({ run: z.number() }),
    idempotent: true,
  }),
  broken: defineRoute({
    method: "GET",
    path: "/broken/:how",
    summary: "Break",
    policy: "public",
    params: z.object({ how: z.string() }),
    response: z.object({ fine: z.boolean() }),
  }),
};

let app: TestApp;
let api: Api;
let staff: CompanyUser;
let viewer: CompanyUser;
let runs = 0;

beforeAll(async () => {
  app = await createTestApp();
  const { id } = await buildCompany(app.db);
  staff = (await buildUser(app.db, id, "Staff")).actor;
  viewer = (await buildUser(app.db, id, "Viewer")).actor;
  const server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1000 });
  api = { ...app.api, server, routes: [] };
  bind(api, routes.create, async ({ body }) => {
    if (body.text === "fail") throw new AppError("invalid_state");
    return { text: body.text, run: ++runs };
  });
  bind(api, routes.open, async () => ({ run: ++runs }));
  bind(api, routes.read, async ({ params, query }) => ({
    id: params.id,
    page: query.page,
    secret: "not in the schema",
  }));
  bind(api, routes.broken, async ({ params }) => {
    if (params.how === "schema") return { fine: "no" } as unknown as { fine: boolean };
    if (params.how === "late")
      throw Object.assign(new Error("duplicate key value violates unique constraint"), { code: "23505" });
    if (params.how === "away")
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    throw new Error("select password_hash from users failed");
  });
  await server.ready();
});
afterAll(async () => {
  await api.server.close();
  await app.close();
});

const send = async (user: CompanyUser | null, payload: unknown, headers: Record<string, string> = {}) =>
  api.server.inject({
    method: "POST",
    url: "/api/notes",
    headers: { "content-type": "application/json", ...(user ? await app.bearer(user) : {}), ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });

describe("a bound route", () => {
  it("asks who is there before it looks at anything else", async () => {
    const answer = await send(null, "{ broken");
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      code: "unauthenticated",
      message: expect.any(String),
      requestId: answer.headers["x-request-id"],
    });
  });

  it("denies a role that its policy does not name", async () => {
    expect((await send(viewer, { text: "x" })).statusCode).toBe(403);
    expect((await send(staff, { text: "x" })).statusCode).toBe(201);
  });

  it("never takes the cookie alone for a change", async () => {
    const answer = await send(null, { text: "x" }, { cookie: "forestay_session=anything" });
    expect(answer.statusCode).toBe(401);
  });

  it("refuses a change that another site's page sent, and takes our own page's", async () => {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ] as Record<string, string>[]) {
      expect((await send(staff, { text: "x" }, headers)).json().code).toBe("origin_refused");
    }
    const own = { origin: "http://app.test", host: "app.test", "sec-fetch-site": "same-origin" };
    expect((await send(staff, { text: "x" }, own)).statusCode).toBe(201);
  });

  it("names the fields that are wrong, unknown ones included", async () => {
    const wrong = await send(staff, { text: 5, nested: { a: 1 } });
    expect(wrong.statusCode).toBe(400);
    expect(Object.keys(wrong.json().fields).sort()).toEqual(["nested.a", "text"]);
    expect((await send(staff, { text: "x", role: "Owner" })).statusCode).toBe(400);
    const read = await api.server.inject({
      method: "GET",
      url: "/api/notes/not-a-uuid?page=0",
      headers: await app.bearer(staff),
    });
    expect(read.statusCode).toBe(400);
  });

  it("refuses what PostgreSQL cannot store, in any string or name", async () => {
    for (const text of ["nul \\u0000", "half a pair \\ud800"]) {
      expect((await send(staff, `{"text":"${text}"}`)).json().code).toBe("validation_failed");
      expect((await send(staff, `{"text":"x","nested":{"${text}":"x"}}`)).json().code).toBe(
        "validation_failed",
      );
    }
  });

  it("answers bad JSON, a wrong type and a large body in its own words", async () => {
    expect((await send(staff, "{ broken")).json()).toMatchObject({ code: "bad_request" });
    expect((await send(staff, "text", { "content-type": "text/plain" })).statusCode).toBe(415);
    const form = { "content-type": "multipart/form-data; boundary=x" };
    expect(
      (await send(staff, '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nhi\r\n--x--', form))
        .statusCode,
    ).toBe(415);
    expect((await send(staff, { text: "x".repeat(1024 ** 2) })).statusCode).toBe(413);
    expect((await send(staff, '{"__proto__":{"a":1},"text":"x"}')).statusCode).toBe(400);
  });

  it("looks no further at JSON that is deeper or longer than any body of ours", async () => {
    const deep = (depth: number) => `{"text":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const long = `{"text":[${"1,".repeat(30_000)}1]}`;
    for (const payload of [deep(100), deep(10_000), deep(400_000), long]) {
      const answer = await send(staff, payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: "bad_request",
        message: expect.stringMatching(/^The JSON (is nested deeper|holds more)/),
      });
    }
    expect((await send(staff, deep(20))).json().code).toBe("validation_failed");
  });

  it("takes a small body only from a caller who need not sign in", async () => {
    const post = (payload: string) =>
      api.server.inject({
        method: "POST",
        url: "/api/open-notes",
        headers: { "content-type": "application/json" },
        payload,
      });
    expect((await post(`{${" ".repeat(16_000)}}`)).statusCode).toBe(200);
    expect((await post(`{${" ".repeat(17_000)}}`)).json().code).toBe("payload_too_large");
  });

  it("lets out only what its response schema names", async () => {
    const id = crypto.randomUUID();
    const answer = await api.server.inject({ url: `/api/notes/${id}`, headers: await app.bearer(viewer) });
    expect(answer.json()).toEqual({ id, page: 1 });
  });

  it("hides every failure of ours, and says when to come back while the database is away", async () => {
    for (const how of ["schema", "throw"]) {
      const answer = await api.server.inject({ url: `/api/broken/${how}` });
      expect(answer.statusCode).toBe(500);
      expect(answer.json().message).toBe("Something went wrong on our side.");
      expect(answer.body).not.toContain("password");
    }
    const away = await api.server.inject({ url: "/api/broken/away" });
    expect(away.statusCode).toBe(503);
    expect(away.headers["retry-after"]).toBe("2");
  });

  it("says of a write that came too late that something changed meanwhile, and nothing of the database", async () => {
    const late = await api.server.inject({ url: "/api/broken/late" });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("changed meanwhile"),
    });
  });

  it("keeps answers out of caches, frames and scripts", async () => {
    const { headers } = await send(staff, { text: "x" });
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
  });
});

describe("an Idempotency-Key", () => {
  it("runs the request once and repeats its answer", async () => {
    const headers = { "idempotency-key": "key-1" };
    const first = await send(staff, { text: "once" }, headers);
    const second = await send(staff, { text: "once" }, headers);
    expect(second.statusCode).toBe(201);
    expect(second.json()).toEqual(first.json());
  });

  it("refuses another request under the same key", async () => {
    const headers = { "idempotency-key": "key-2" };
    expect((await send(staff, { text: "same" }, headers)).statusCode).toBe(201);
    const other = await send(staff, { text: "other" }, headers);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({
      code: "idempotency_mismatch",
      message: expect.stringContaining("key of its own"),
    });
  });

  it("lets one of many at once do it, and gives the others its answer", async () => {
    const headers = { "idempotency-key": "key-many" };
    const before = runs;
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(staff, { text: "at once" }, headers)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(runs).toBe(before + 1);
  });

  it("belongs to its caller: another person's key of the same name, and nobody's, are others", async () => {
    const headers = { "idempotency-key": "key-shared" };
    const colleague = (await buildUser(app.db, staff.companyId, "Staff")).actor;
    const [mine, theirs] = [
      await send(staff, { text: "a" }, headers),
      await send(colleague, { text: "b" }, headers),
    ];
    expect([mine.statusCode, theirs.statusCode]).toEqual([201, 201]);
    expect(theirs.json().run).not.toBe(mine.json().run);
    const post = () => api.server.inject({ method: "POST", url: "/api/open-notes", payload: {}, headers });
    expect((await post()).json()).toEqual((await post()).json());
  });

  it("is kept for a day, and what is kept of it is readable to nobody without the key", async () => {
    const headers = { "idempotency-key": "key-day" };
    const first = await send(staff, { text: "a secret answer" }, headers);
    const stored = await app.queryAsAdmin<{ row: string; opened: Buffer }>(
      "select k::text as row, sealed_response as opened from idempotency_keys k",
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { row, opened } of stored) {
      expect(row).not.toContain("key-day");
      expect(opened.includes("a secret answer")).toBe(false);
    }
    app.clock.advance(23 * 3600 * 1000);
    expect((await send(staff, { text: "a secret answer" }, headers)).json()).toEqual(first.json());
    app.clock.advance(2 * 3600 * 1000);
    expect((await send(staff, { text: "a secret answer" }, headers)).json().run).not.toBe(first.json().run);
  });

  it("is free again after a failure", async () => {
    const headers = { "idempotency-key": "key-3" };
    expect((await send(staff, { text: "fail" }, headers)).statusCode).toBe(409);
    expect((await send(staff, { text: "fail" }, headers)).json().code).toBe("invalid_state");
  });
});

describe("rate limits", () => {
  it("answer 429 with the seconds to wait, per user, until the minute is over", async () => {
    const { id } = await buildCompany(app.db);
    const busy = (await buildUser(app.db, id, "Staff")).actor;
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await send(busy, { text: "x" })).statusCode);
    expect(statuses.slice(0, 60).every((status) => status === 201)).toBe(true);
    expect(statuses[60]).toBe(429);
    app.clock.advance(60_000);
    expect((await send(busy, { text: "x" })).statusCode).toBe(201);
  });

  it("are counted for reads without touching the database", async () => {
    const { id } = await buildCompany(app.db);
    const busy = (await buildUser(app.db, id, "Viewer")).actor;
    let last = 0;
    for (let i = 0; i <= 600; i++) last = (await app.call(busy, authRoutes.me)).status;
    expect(last).toBe(429);
    expect(await app.queryAsAdmin("select from rate_limit_counters where key like 'read:%'")).toEqual([]);
  });
});
