import { errorBodySchema } from "@forestay/contracts";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, listenOnce, type TestApp } from "#testing/index.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  port = Number(new URL(await listenOnce(app.server)).port);
});
afterAll(() => app.close());

/** What comes back on a bare connection, as head and body. */
async function exchange(request: string): Promise<{ status: number; head: string; body: unknown }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}
const get = (path: string, headers = "") =>
  exchange(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);

describe("what is refused before a route is known", () => {
  it.each([
    [
      "headers past any measure",
      431,
      "headers_too_large",
      () => get("/api/auth/me", `X-Long: ${"a".repeat(40_000)}\r\n`),
    ],
    ["what is not HTTP", 400, "bad_request", () => exchange("nonsense\r\n\r\n")],
    ["an address that is not one", 400, "bad_request", () => get("/api/%zz")],
    ["an address longer than any of ours", 400, "bad_request", () => get(`/api/imports/${"a".repeat(400)}`)],
    ["an address nobody has", 404, "not_found", () => get("/api/nothing")],
  ] as const)("%s: answered as every other error", async (_what, status, code, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(errorBodySchema.parse(answer.body)).toMatchObject({ code });
    expect(answer.head).toContain("content-type: application/json; charset=utf-8");
    expect(answer.head).toContain("cache-control: no-store");
  });
});

it("names in the address that a route does not know are refused, also where it takes none", async () => {
  const owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  const routes = app.api.routes.filter(
    ({ method, path, policy }) => method === "GET" && !path.includes(":") && !policy.startsWith("admin:"),
  );
  expect(routes.some(({ query }) => query === undefined)).toBe(true);
  for (const route of routes) {
    const answer = await app.inject({
      url: `/api${route.path}?nonsense=1`,
      headers: route.policy === "public" ? {} : await app.bearer(owner),
    });
    expect(answer.statusCode, route.path).toBe(400);
    expect(answer.body, route.path).toContain("nonsense");
  }
});
