import { connect, createServer, type Server, type Socket } from "node:net";
import { authRoutes, HUB_PATH } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { createApp, type App } from "./app.ts";

/** Stands between app and database; cutting it is what a restart or a lost network looks like from here. */
class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #refusing = false;
  #silent = false;
  port = 0;

  constructor(targetPort: number) {
    this.#server = createServer((socket) => {
      if (this.#refusing) return void socket.resetAndDestroy();
      const upstream = connect(targetPort, "127.0.0.1");
      for (const end of [socket, upstream]) {
        this.#sockets.add(end);
        end.on("error", () => {}).on("close", () => this.#sockets.delete(end));
      }
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        from.on("data", (chunk: Buffer) => {
          if (!this.#silent) to.write(chunk);
        });
      }
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (typeof address === "object" && address) this.port = address.port;
  }

  cut(): void {
    this.#refusing = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Connections stay up and nothing passes: a host that vanished without a word. */
  silence(): void {
    this.#silent = true;
  }

  restore(): void {
    this.#silent = false;
    this.#refusing = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

let base: TestApp;
let proxy: FaultProxy;
let db: Database;
let app: App;

beforeAll(async () => {
  base = await createTestApp();
  const url = new URL(base.connectionString);
  proxy = new FaultProxy(Number(url.port));
  await proxy.listen();
  url.port = String(proxy.port);
  db = createDatabase({
    connectionString: url.href,
    statementTimeoutMs: 500,
    acquireTimeoutMs: 500,
    maxConnections: 2,
    onError: () => {},
  });
  app = await createApp({
    ...base.context,
    db,
    secretKeys: ["test-secret-key-of-at-least-32-characters"],
    webDir: null,
    isStopping: () => false,
  });
});
afterAll(async () => {
  await app.server.close();
  proxy.close();
  await db.close();
  await base.close();
});

describe("while the database is away", () => {
  it("the API says so at once and when to come back, liveness holds, and all is well again by itself", async () => {
    const { id } = await buildCompany(base.db);
    const { actor } = await buildUser(base.db, id);
    const headers = await base.bearer(actor);
    const ask = (path: string) => app.server.inject({ url: `/api${path}`, headers });
    expect((await ask(authRoutes.me.path)).statusCode).toBe(200);

    proxy.cut();
    for (let i = 0; i < 5; i++) {
      const answer = await ask(authRoutes.me.path);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: "unavailable", requestId: expect.any(String) });
      expect(answer.headers["retry-after"]).toBe("2");
    }
    expect((await ask("/health/live")).statusCode).toBe(200);
    expect((await ask("/health/ready")).statusCode).toBe(503);

    proxy.restore();
    expect((await ask("/health/ready")).statusCode).toBe(200);
    expect((await ask(authRoutes.me.path)).statusCode).toBe(200);
  });

  it("a host that fell silent neither hangs the API nor keeps its connections afterwards", async () => {
    const { id } = await buildCompany(base.db);
    const headers = await base.bearer((await buildUser(base.db, id)).actor);
    const ask = () => app.server.inject({ url: `/api${authRoutes.me.path}`, headers });
    expect((await ask()).statusCode).toBe(200);
    proxy.silence();
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503, 503, 503, 503, 503]);
    proxy.restore();
    expect((await ask()).statusCode).toBe(200);
  });

  it("the live hub says so as well, and lets in again afterwards", async () => {
    const { id } = await buildCompany(base.db);
    const headers = await base.bearer((await buildUser(base.db, id)).actor);
    const negotiate = () =>
      app.server.inject({ method: "POST", url: `/api${HUB_PATH}/negotiate?negotiateVersion=1`, headers });
    expect((await negotiate()).statusCode).toBe(200);
    for (const away of [() => proxy.silence(), () => proxy.cut()]) {
      away();
      const answers = await Promise.all(Array.from({ length: 4 }, negotiate));
      expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
        Array.from({ length: 4 }, () => [503, ""]),
      );
      proxy.restore();
    }
    expect((await negotiate()).statusCode).toBe(200);
  });
});
