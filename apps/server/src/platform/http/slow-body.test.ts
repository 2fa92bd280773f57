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
/** More than lies between two programs of one machine. */
const UPLOAD_BYTES = 30_000_000;

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
  patient: defineRoute({
    method: "POST",
    path: "/patient",
    policy: "public",
    summary: "Of this test",
    timeoutMs: 60_000,
    body: z.object({ n: z.number() }),
    response: z.object({}),
  }),
  upload: defineRoute({
    method: "POST",
    path: "/upload",
    policy: "public",
    summary: "Of this test",
    transfer: "multipart",
    bodyLimitBytes: UPLOAD_BYTES,
    response: z.object({ bytes: z.number() }),
  }),
} satisfies Record<string, RouteDefinition>;

let app: TestApp;
let api: Api;
let port: number;
let client: Socket | undefined;
/** What reached a handler whole. */
let handled: string[] = [];
/** The next upload has come, and is not read before it may be. */
let held: { come: () => void; mayRead: Promise<void> } | undefined;

beforeAll(async () => {
  app = await createTestApp();
  const server = await createServer({
    log: createLog("silent"),
    trustedProxies: 0,
    maxUploadBytes: 1000,
    // Longer than this process, which is both sides, stands still on a busy machine: cut off first, it would not hear the answer.
    lingerMs: 1500,
    leastRate: { bytes: 5000, everyMs: 250 },
  });
  const bound: RouteDefinition[] = [];
  api = { ...app.api, server, routes: bound };
  bind(api, routes.open, async () => ({}));
  bind(api, routes.patient, async ({ body }) => {
    handled.push(`patient ${body.n}`);
    return {};
  });
  bind(api, routes.closed, async () => ({}));
  bind(api, routes.upload, async ({ request }) => {
    const hold = held;
    held = undefined;
    hold?.come();
    await hold?.mayRead;
    let bytes = 0;
    for await (const part of request.parts({ limits: { fileSize: UPLOAD_BYTES } }))
      if (part.type === "file") for await (const piece of part.file) bytes += (piece as Buffer).length;
    handled.push(`upload of ${bytes}`);
    return { bytes };
  });
  port = Number(new URL(await listenOnce(server)).port);
});
afterEach(() => {
  client?.destroy();
  handled = [];
});
afterAll(async () => {
  await api.server.close();
  await app.close();
});

/** Once a connection is over: what still comes after an answer may have it end by a reset. */
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once("close", () => resolve()));

/** Sends a body byte by byte, for as long as the server takes them; what it said, once it has hung up. */
async function drip(path: string, type = "application/json", begin = "{"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  client = socket;
  const said: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => said.push(bytes));
  socket.on("error", () => {});
  const closed = ended(socket);
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: forestay.test\r\ncontent-type: ${type}\r\ncontent-length: ${BODY_BYTES}\r\n\r\n${begin}`,
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

  it("is refused where it may last, while one that waits for us is taken whole", async () => {
    const come = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(UPLOAD_BYTES - 1000)]), "large.csv");
    held = { come: come.resolve, mayRead: read.promise };
    const large = fetch(`http://127.0.0.1:${port}/api/upload`, { method: "POST", body: form });
    await come.promise;
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="slow.csv"\r\n\r\n';
    const type = "multipart/form-data; boundary=x";
    // The second begins when the first was refused: by then the large one has waited for longer than both.
    for (let slow = 0; slow < 2; slow += 1)
      expect(await drip("/upload", type, head)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
    read.resolve();
    expect(await (await large).json()).toEqual({ bytes: UPLOAD_BYTES - 1000 });
  });
});

const FORM_BEGIN = '--x\r\ncontent-disposition: form-data; name="file"; filename="late.csv"\r\n\r\nab';

describe("a body that was refused", () => {
  it.each([
    ["/patient", "application/json", '{"n": ', "1}"],
    ["/upload", "multipart/form-data; boundary=x", FORM_BEGIN, "cd\r\n--x--\r\n"],
  ])("is not handled where its rest comes in time to hear of it: %s", async (path, type, begin, rest) => {
    const socket = connect(port, "127.0.0.1");
    client = socket;
    const said: Buffer[] = [];
    socket.on("data", (bytes: Buffer) => said.push(bytes));
    socket.on("error", () => {});
    const post = (to: string, of: string, bytes: number) =>
      `POST /api${to} HTTP/1.1\r\nhost: forestay.test\r\ncontent-type: ${of}\r\ncontent-length: ${bytes}\r\n\r\n`;
    const closed = ended(socket);
    socket.write(post(path, type, begin.length + rest.length) + begin);
    await once(socket, "data");
    expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
    // What is asked after it on the same connection is read after it.
    socket.write(`${rest}${post("/patient", "application/json", 8)}{"n": 2}`);
    await Promise.race([closed, once(socket, "data")]);
    expect(handled).toEqual(["patient 2"]);
  });
});
