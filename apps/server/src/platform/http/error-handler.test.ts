import { once } from "node:events";
import { connect } from "node:net";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FastifyInstance } from "fastify";
import { createLog } from "#platform/log.ts";
import { createTestDatabase, listenOnce, type TestDatabase } from "#testing/index.ts";
import { createServer } from "./server.ts";

/** On Linux a device whose every write finds no room. */
const FULL_DISK = "/dev/full";

let server: FastifyInstance;
let database: TestDatabase;
beforeEach(async () => {
  server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1024 });
  database = await createTestDatabase();
});
afterEach(async () => {
  await server.close();
  await database.drop();
});

async function answerTo(handler: () => Promise<unknown>) {
  server.get("/try", handler);
  const answer = await server.inject("/try");
  return { status: answer.statusCode, body: answer.json() as unknown };
}

const full = {
  status: 507,
  body: {
    code: "storage_full",
    message: "The server's disk is full. Nothing was changed. Whoever runs it has to make room.",
    requestId: expect.any(String),
  },
};

it.runIf(existsSync(FULL_DISK))("a disk without room for a file is said in words", async () => {
  expect(await answerTo(() => writeFile(FULL_DISK, "a file"))).toEqual(full);
});

it("a disk without room for a row is said in words", async () => {
  const insert = "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$";
  expect(await answerTo(() => database.db.pool.query(insert))).toEqual(full);
});

it("a caller who goes in the middle of a request is nobody's error", async () => {
  const lines: string[] = [];
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const noting = await createServer({
    log: createLog("info", { write: (line) => void lines.push(line) }),
    trustedProxies: 0,
    maxUploadBytes: 1024,
  });
  noting.post("/try", async () => ({}));
  noting.addHook("onResponse", async () => resolve());
  noting.addHook("onRequestAbort", (_request, done) => {
    resolve();
    done();
  });
  const socket = connect(Number(new URL(await listenOnce(noting)).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    "POST /try HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{",
  );
  await once(noting.server, "request");
  socket.destroy();
  await gone;
  await noting.close();
  expect(
    lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40),
  ).toEqual([]);
});
