import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "#platform/clock.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { createJobs, type Jobs } from "#platform/jobs/jobs.ts";
import { createLog } from "#platform/log.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { createDomainEvents, defineEvent, later, type DomainEvents } from "./domain-events.ts";

const fileRead = defineEvent<{ name: string; rows: number; ask: () => string }>("test.file_read");
const told: unknown[] = [];
let failures = 0;
const tellOfFile = defineJob({
  name: "test.tell-of-file",
  schema: z.object({ name: z.string(), rows: z.int() }),
  retryLimit: 2,
  async handler({ payload, attempt }) {
    if (attempt <= failures) throw new Error("nobody listens");
    told.push(payload);
  },
});

let database: TestDatabase;
let jobs: Jobs;
let events: DomainEvents;
let context: ModuleContext;

beforeAll(async () => {
  database = await createTestDatabase();
  jobs = createJobs({ connectionString: database.connectionString, worker: false, onError: () => {} });
  await jobs.start([tellOfFile]);
  context = {
    db: database.db,
    clock: systemClock,
    log: createLog("silent"),
    jobs,
  } as unknown as ModuleContext;
  events = createDomainEvents([later(fileRead, tellOfFile)], context);
});
afterAll(async () => {
  await jobs.stop(1000);
  await database.drop();
});
beforeEach(() => {
  told.length = 0;
  failures = 0;
});

/** The cause: a company by that name. */
const cause = async (name: string, after: (tx: Tx) => Promise<void> = async () => {}) =>
  withSystem(database.db, async (tx) => {
    await tx.insertInto("companies").values({ name }).execute();
    await events.emit(tx, fileRead, { name, rows: 3, ask: () => "in the transaction only" });
    await after(tx);
  });
const causes = () => database.queryAsAdmin("select name from companies order by name");

it("what follows later is tried again alone, and its cause stands though it throws", async () => {
  failures = 2;
  await cause("first");
  await jobs.drain(context);
  expect(told).toEqual([]);
  expect(await causes()).toEqual([{ name: "first" }]);
  await jobs.drain(context, { ignoreRunAt: true });
  // What the schema names of the news, and nothing that could not travel.
  expect(told).toEqual([{ name: "first", rows: 3 }]);
});

it("nothing follows from a cause that was rolled back", async () => {
  const rolledBack = cause("second", async () => {
    throw new Error("changed my mind");
  });
  await expect(rolledBack).rejects.toThrow("changed my mind");
  await jobs.drain(context, { ignoreRunAt: true });
  expect(told).toEqual([]);
  expect(await causes()).toEqual([{ name: "first" }]);
});
