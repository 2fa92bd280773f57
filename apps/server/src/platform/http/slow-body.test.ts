import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { defineRoute, type RouteDefinition } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#platform/log.ts";
import { createTestApp, listenOnce, type TestApp } from "#testing/index.ts";
import { bind, type Api } from "./bind.ts";
import { createServer } from "./server.ts";

/** Hours at that pace, and no more than may be sent: what the server does not cut off fails by the test's own time-out. */
const BODY_BYTES = 900_000;

const routes = {
  open: defineRoute({
    method: "POST",
    path: "/open",
    policy: "public",
    summary: "Of this test",
    timeoutMs: 200,
    bodyLimitBytes: BODY_BYTES,
    body: z.object({}),
    response: z.object({}),
  }),
  closed: defineRoute({
    method: "POST",
    path: "/closed",
    policy: "company:read",
    summary: "Of this test",
    body: z.object({}),
    response: z.object({}),
  }),
} satisfies Record<string, RouteDefinition>;

let app: TestApp;
let api: Api;
let port: number;
let client: Socket | undefined;

beforeAll(async () => {
  app = await createTestApp();
  const server = await createServer({
    log: createLog("silent"),
    trustedProxies: 0,
    maxUploadBytes: 1000,
    lingerMs: 200,
  });
  const bound: RouteDefinition[] = [];
  api = { ...app.api, server, routes: bound };
  for (const route of Object.values(routes)) bind(api, route, async () => ({}));
  port = Number(new URL(await listenOnce(server)).port);
});
afterEach(() => void client?.destroy());
afterAll(async () => {
  await api.server.close();
  await app.close();
});

/** Sends a body byte by byte, for as long as the server takes them; what it said, once it has hung up. */
async function drip(path: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  client = socket;
  const said: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => said.push(bytes));
  socket.on("error", () => {});
  const closed = once(socket, "close");
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: forestay.test\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n{`,
  );
  const dripping = setInterval(() => socket.write(" "), 10);
  await closed;
  clearInterval(dripping);
  return Buffer.concat(said).toString();
}

describe("a body that comes byte by byte", () => {
  it("is cut off by the route's time limit, with an answer, and the connection with it", async () => {
    expect(await drip("/open")).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s);
  });

  it("of somebody who may not send it is refused by its head, and not taken any longer", async () => {
    expect(await drip("/closed")).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("to an address that does not exist keeps no connection either", async () => {
    expect(await drip("/nowhere")).toMatch(/^HTTP\/1\.1 404 /);
  });
});
