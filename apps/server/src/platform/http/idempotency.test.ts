import { defineRoute } from "@forestay/contracts";
import type { FastifyRequest } from "fastify";
import type { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import type { CompanyUser } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { withIdempotency } from "./idempotency.ts";
import { createRequestHolder } from "./request-holder.ts";

/** What becomes of a key when its first request dies on the way; a process that dies simply never goes on. */

const route = defineRoute({
  method: "POST",
  path: "/things",
  summary: "Make a thing",
  policy: "customers:write",
  response: z.object({ name: z.string() }),
  idempotent: true,
});

let app: TestApp;
let user: CompanyUser;
let key = "";
let things = 0;
beforeAll(async () => {
  app = await createTestApp();
  user = (await buildUser(app.db, (await buildCompany(app.db)).id)).actor;
  await app.queryAsAdmin("create table things (name text)");
  await app.queryAsAdmin("grant select, insert on things to forestay_app");
});
afterAll(() => app.close());
beforeEach(async () => {
  key = `key-${++things}`;
  await app.queryAsAdmin("delete from things");
});

const request = {
  url: "/api/things",
  body: {},
  headers: {},
  ip: "127.0.0.1",
  log: { error: () => undefined },
} as unknown as FastifyRequest;
const run = (work: () => Promise<void>, store = app.api.idempotency) =>
  withIdempotency(store, { route, request, user, key }, async () => {
    await work();
    return { status: 200, body: { name: "thing" } };
  });
const insert = () =>
  withSystem(app.db, (tx) =>
    tx
      .insertInto("things" as never)
      .values({ name: "thing" } as never)
      .execute(),
  );
const countThings = async () => (await app.queryAsAdmin("select from things")).length;
/** A request of which nothing is heard any more after `work`, until it is told to go on. */
function silentAfter(
  work: () => Promise<unknown>,
  store = app.api.idempotency,
): {
  reached: Promise<void>;
  goOn: () => void;
  ended: Promise<unknown>;
} {
  const reached = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<void>();
  const ended = run(async () => {
    await work();
    reached.resolve();
    await silence.promise;
    await insert();
  }, store).catch((error: unknown) => error);
  return { reached: reached.promise, goOn: silence.resolve, ended };
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "answered",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe("a process that dies between the effect and its answer", () => {
  it("leaves a key that never does it again, and says so", async () => {
    const dead = silentAfter(insert);
    await dead.reached;
    app.clock.advance(61_000);
    expect(await codeOf(run(async () => void (await insert())))).toBe("idempotency_unknown");
    expect(await codeOf(run(async () => void (await insert())))).toBe("idempotency_unknown");
    expect(await countThings()).toBe(1);
    dead.goOn();
    await dead.ended;
  });
});

describe("a process that dies before it did anything", () => {
  it("leaves the key to the repeat, which does it once", async () => {
    const dead = silentAfter(async () => {});
    await dead.reached;
    app.clock.advance(61_000);
    const answers = await Promise.all([1, 2, 3].map(() => run(async () => void (await insert()))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, body: { name: "thing" } })]),
    );
    expect(await countThings()).toBe(1);
    // It was not dead, only slow: what it does now does not count any more.
    dead.goOn();
    expect(String(await dead.ended)).toContain("given up");
    expect(await countThings()).toBe(1);
  });

  it("is known to be gone at once, however long it might have taken", async () => {
    const holder = createRequestHolder(app.db);
    const upload = { ...app.api.idempotency, holder };
    const dead = silentAfter(async () => {}, upload);
    await dead.reached;
    // What the operating system does to the connections of a process that is killed.
    await holder.close();
    expect(await codeOf(run(async () => void (await insert())))).toBe("answered");
    dead.goOn();
    expect(String(await dead.ended)).toContain("given up");
    expect(await countThings()).toBe(1);
  });

  it("is told so at once where it had taken effect", async () => {
    const holder = createRequestHolder(app.db);
    const dead = silentAfter(insert, { ...app.api.idempotency, holder });
    await dead.reached;
    await holder.close();
    expect(await codeOf(run(async () => void (await insert())))).toBe("idempotency_unknown");
    expect(await countThings()).toBe(1);
    dead.goOn();
    await dead.ended;
  });

  it("is not taken for gone after its connection was lost and opened anew", async () => {
    const opened: Client[] = [];
    const openConnection = async (name: string) => {
      const client = await app.db.openConnection(name);
      opened.push(client);
      return client;
    };
    const holder = createRequestHolder({ ...app.db, openConnection });
    const store = { ...app.api.idempotency, holder };
    await holder.newAttemptId();
    await opened[0]?.end();
    const slow = silentAfter(async () => {}, store);
    await slow.reached;
    expect(opened).toHaveLength(2);
    const repeat = run(async () => void (await insert()));
    slow.goOn();
    expect(await repeat).toEqual(await slow.ended);
    await holder.close();
  });

  it("is waited for, and not replaced, as long as it may be alive", async () => {
    const slow = silentAfter(async () => {});
    await slow.reached;
    const repeat = run(async () => void (await insert()));
    slow.goOn();
    expect(await repeat).toEqual(await slow.ended);
    expect(await countThings()).toBe(1);
  });
});

describe("a request that fails", () => {
  it("may be tried again where it was refused or did nothing", async () => {
    const refuse = () => Promise.reject(new AppError("invalid_state"));
    expect(await codeOf(run(refuse))).toBe("invalid_state");
    expect(await codeOf(run(() => Promise.reject(new Error("broken"))))).toBe("Error: broken");
    expect(await codeOf(run(async () => void (await insert())))).toBe("answered");
    expect(await countThings()).toBe(1);
  });

  it("is not run again where it did half of it", async () => {
    const half = async () => {
      await insert();
      throw new Error("broken");
    };
    expect(await codeOf(run(half))).toBe("Error: broken");
    expect(await codeOf(run(half))).toBe("idempotency_unknown");
    expect(await countThings()).toBe(1);
  });
});
