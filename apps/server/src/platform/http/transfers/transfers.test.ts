import { createHmac, timingSafeEqual } from "node:crypto";
import { defineRoute, type RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#platform/log.ts";
import { createTestApp, listenOnce, type TestApp } from "#testing/index.ts";
import { AppError } from "../app-error.ts";
import { describeApi } from "../describe-api.ts";
import { bind, type Api } from "../bind.ts";
import { createServer } from "../server.ts";

const SIGNING_KEY = "whsec_of_this_test";
const sign = (bytes: Uint8Array) => createHmac("sha256", SIGNING_KEY).update(bytes).digest("hex");

const open = { policy: "public", summary: "Of this test" } as const;
const routes = {
  webhook: defineRoute({
    ...open,
    method: "POST",
    path: "/webhook",
    transfer: "raw",
    bodyLimitBytes: 2000,
    response: z.object({ bytes: z.number(), isSigned: z.boolean() }),
  }),
  callback: defineRoute({
    ...open,
    method: "GET",
    path: "/callback",
    transfer: "redirect",
    query: z.object({ to: z.string() }),
    // Anything, so that what no schema may allow is seen to be refused.
    response: z.string(),
  }),
  declared: defineRoute({
    ...open,
    method: "POST",
    path: "/declared",
    transfer: "redirect",
    response: z.enum(["/app/done"]),
  }),
  events: defineRoute({
    ...open,
    method: "GET",
    path: "/events/:how",
    transfer: "stream",
    params: z.object({ how: z.string() }),
    response: z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({ type: z.literal("count"), count: z.number() }),
    ]),
  }),
  small: defineRoute({
    ...open,
    method: "POST",
    path: "/small",
    bodyLimitBytes: 100,
    body: z.object({ text: z.string() }),
    response: z.object({}),
  }),
  slow: defineRoute({
    ...open,
    method: "POST",
    path: "/slow",
    timeoutMs: 30,
    body: z.object({}),
    response: z.object({}),
  }),
} satisfies Record<string, RouteDefinition>;

/** What the running handler waits for and tells; set anew by each test. */
let handler: {
  go: () => void;
  mayGo: Promise<void>;
  ended: (why: unknown) => void;
  whyEnded: Promise<unknown>;
};
function newHandler() {
  const go = Promise.withResolvers<void>();
  const end = Promise.withResolvers<unknown>();
  handler = { go: go.resolve, mayGo: go.promise, ended: end.resolve, whyEnded: end.promise };
}
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => {
      handler.ended(signal.reason);
      reject(signal.reason as Error);
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
  });

async function* eventsOf(how: string, signal: AbortSignal) {
  yield { type: "text" as const, text: "line one\nline two", secret: "not in the schema" };
  if (how === "wrong") yield { type: "count" as const, count: "no number" as unknown as number };
  if (how === "refused") throw new AppError("invalid_state", { message: "It was closed meanwhile." });
  if (how === "endless") await untilAborted(signal);
  await handler.mayGo;
  yield { type: "count" as const, count: 2 };
}

let app: TestApp;
let address: string;

async function startServer(): Promise<Api> {
  const server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1000 });
  const bound: RouteDefinition[] = [];
  const api: Api = { ...app.api, server, routes: bound };
  bind(api, routes.webhook, async ({ body, request }) => ({
    bytes: body.length,
    isSigned: timingSafeEqual(Buffer.from(sign(body)), Buffer.from(String(request.headers["x-signature"]))),
  }));
  bind(api, routes.callback, async ({ query }) => query.to);
  bind(api, routes.declared, async () => "/app/elsewhere" as "/app/done");
  bind(
    api,
    routes.events,
    async ({ params, signal }) => {
      if (params.how === "unknown") throw new AppError("not_found");
      return eventsOf(params.how, signal);
    },
    { heartbeatMs: 20 },
  );
  bind(api, routes.small, async () => ({}));
  bind(api, routes.slow, async ({ signal }) => untilAborted(signal));
  return api;
}

let api: Api;
beforeAll(async () => {
  app = await createTestApp();
  api = await startServer();
  address = `${await listenOnce(api.server)}/api`;
});
afterAll(async () => {
  await api.server.close();
  await app.close();
});

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, { method: "POST", body: body as Uint8Array<ArrayBuffer>, headers });

describe("a raw body", () => {
  it.each(["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])(
    "of type '%s' reaches the handler byte by byte",
    async (type) => {
      // Spacing, a NUL and half a character: whatever reads them as text changes them.
      const bytes = Buffer.concat([Buffer.from('{ "a" :1 }\r\n'), Buffer.from([0, 0xff, 0xc3])]);
      const answer = await post("/webhook", bytes, {
        "x-signature": sign(bytes),
        ...(type === "" ? {} : { "content-type": type }),
      });
      expect(await answer.json()).toEqual({ bytes: bytes.length, isSigned: true });
    },
  );

  it("may be empty, and is refused past the route's own limit", async () => {
    const nothing = await post("/webhook", "", { "x-signature": sign(Buffer.alloc(0)) });
    expect(await nothing.json()).toEqual({ bytes: 0, isSigned: true });
    const answer = await post("/webhook", "x".repeat(2001), { "x-signature": "" });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "payload_too_large", requestId: expect.any(String) });
  });

  it("changes nothing for its neighbours: they take JSON only", async () => {
    expect((await post("/small", "text", { "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("a redirect", () => {
  const follow = (to: string) =>
    fetch(`${address}/callback?to=${encodeURIComponent(to)}`, { redirect: "manual" });

  it.each([
    ["/app/settings?tab=api#keys", "/app/settings?tab=api#keys"],
    ["https://login.example.com/oauth?state=a%20b", "https://login.example.com/oauth?state=a%20b"],
    ["/line\r\nset-cookie: a=b", "/lineset-cookie:%20a=b"],
  ])("leads to %j", async (to, location) => {
    const answer = await follow(to);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(location);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toBe("");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "http://evil.example/",
    "javascript:alert(1)",
    "https://user:password@evil.example/",
    "settings",
    "",
  ])("never leads to %j, whatever its schema says", async (to) => {
    const answer = await follow(to);
    expect(answer.status).toBe(500);
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.json()).toMatchObject({ code: "internal" });
  });

  it("leads only where its contract says", async () => {
    const answer = await fetch(`${address}/declared`, { method: "POST", redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([500, null]);
  });
});

/** The frames of a stream as they come, comments as `:`. */
async function* framesOf(answer: Response): AsyncGenerator<string> {
  let rest = "";
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    yield* frames;
  }
}

/** The next frame that is no comment. */
async function nextOf(frames: AsyncGenerator<string>): Promise<string | undefined> {
  for (;;) {
    const { value, done } = await frames.next();
    if (done) return undefined;
    if (value !== ":") return value;
  }
}

const text = 'data: {"type":"text","text":"line one\\nline two"}';

describe("a stream", () => {
  it("hands over each event when it happens, through its schema, with signs of life between", async () => {
    newHandler();
    const answer = await fetch(`${address}/events/two`);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(answer.headers.get("x-request-id")).toEqual(expect.any(String));
    const frames = framesOf(answer);
    expect((await frames.next()).value).toBe(":");
    expect((await frames.next()).value).toBe(text);
    // The second event waits for this test, so what comes now was sent for its own sake.
    expect((await frames.next()).value).toBe(":");
    handler.go();
    expect(await nextOf(frames)).toBe('data: {"type":"count","count":2}');
    expect(await nextOf(frames)).toBe("event: end\ndata: {}");
    expect(await nextOf(frames)).toBeUndefined();
  });

  it("that is left tells its handler, which sits in an await of its own", async () => {
    newHandler();
    const leaving = new AbortController();
    const frames = framesOf(await fetch(`${address}/events/endless`, { signal: leaving.signal }));
    expect(await nextOf(frames)).toBe(text);
    leaving.abort();
    expect(await handler.whyEnded).toMatchObject({ message: "The caller has gone" });
  });

  it("answers as any other route while it has not begun", async () => {
    const answer = await fetch(`${address}/events/unknown`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "not_found" });
  });

  it("that fails half way says so in the shape of every error, and hides what is ours", async () => {
    for (const [how, error] of [
      ["refused", { code: "invalid_state", message: "It was closed meanwhile." }],
      ["wrong", { code: "internal", message: "Something went wrong on our side." }],
    ] as const) {
      const frames = framesOf(await fetch(`${address}/events/${how}`));
      expect(await nextOf(frames)).toBe(text);
      const [event, data] = (await nextOf(frames))?.split("\n") ?? [];
      expect(event).toBe("event: error");
      expect(JSON.parse(data?.replace("data: ", "") ?? "")).toEqual({
        ...error,
        requestId: expect.any(String),
      });
      expect(await nextOf(frames)).toBeUndefined();
    }
  });

  it("is ended by a server that stops, which does not wait for it", async () => {
    newHandler();
    const other = await startServer();
    const frames = framesOf(await fetch(`${await listenOnce(other.server)}/api/events/endless`));
    expect(await nextOf(frames)).toBe(text);
    await other.server.close();
    expect(await handler.whyEnded).toMatchObject({ message: "The server stops" });
    // Neither `end` nor `error`: whoever reads knows that it was cut off.
    expect(await nextOf(frames)).toBeUndefined();
  });
});

describe("limits of a route's own", () => {
  it("refuse a larger body", async () => {
    const answer = await post("/small", JSON.stringify({ text: "x".repeat(100) }), {
      "content-type": "application/json",
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "payload_too_large" });
  });

  it("end a handler that takes too long, though its body has long been read, and tell it", async () => {
    newHandler();
    const answer = await post("/slow", "{}", { "content-type": "application/json" });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toEqual({
      code: "unavailable",
      message: "This took too long. Try again.",
      requestId: answer.headers.get("x-request-id"),
    });
    expect(await handler.whyEnded).toMatchObject({ code: "unavailable" });
  });
});

it("the description shows how each of them travels", async () => {
  const { paths } = (await describeApi(Object.values(routes))) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  expect(paths["/api/webhook"]?.["post"]?.["requestBody"]).toEqual({
    required: true,
    content: { "*/*": { schema: { type: "string", format: "binary" } } },
  });
  expect(paths["/api/callback"]?.["get"]?.["responses"]).toMatchObject({
    303: {
      description: "See Other",
      headers: { Location: { description: "Where to go on", schema: { type: "string" } } },
    },
  });
  expect(paths["/api/events/{how}"]?.["get"]?.["responses"]).toMatchObject({
    200: { content: { "text/event-stream": { schema: { oneOf: [{}, {}] } } } },
  });
});

it("no Idempotency-Key is declared where a repeat could not be answered again", () => {
  expect(() => bind(api, { ...routes.webhook, idempotent: true }, async () => ({}) as never)).toThrow(
    "takes no Idempotency-Key",
  );
});
