import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { createLog } from "#platform/log.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createFakeClock, createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { defineCompanyJob } from "./company-job.ts";
import { defineJob, type ExhaustedRun, type JobDefinition, type JobRun } from "./job.ts";
import { createJobs, type Jobs } from "./jobs.ts";

let database: TestDatabase;
let context: ModuleContext;
let started: Jobs[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  context = {
    db: database.db,
    clock: createFakeClock(),
    log: createLog("silent"),
  } as unknown as ModuleContext;
});
afterEach(async () => {
  for (const jobs of started) await jobs.stop(1000);
  started = [];
  await database.drop();
});

async function start(definitions: readonly JobDefinition[], worker = false): Promise<Jobs> {
  const { connectionString } = database;
  const jobs = createJobs({ connectionString, worker, monitorSeconds: 1, onError: () => {} });
  started.push(jobs);
  await jobs.start(definitions);
  return jobs;
}

const states = async (name: string) =>
  (
    await database.queryAsAdmin<{ state: string }>("select state from pgboss.job where name = $1", [name])
  ).map((row) => row.state);
const payload = z.object({ n: z.number() });
const nothing = async () => {};

/** A promise that someone else fulfils. */
function signalled<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  return Promise.withResolvers<T>();
}

describe("a job", () => {
  it("exists exactly if the transaction that caused it commits", async () => {
    const seen: number[] = [];
    const job = defineJob({
      name: "test.note",
      schema: payload,
      handler: async ({ payload: { n } }) => void seen.push(n),
    });
    const jobs = await start([job]);
    const failed = withSystem(database.db, async (tx) => {
      await jobs.enqueue(tx, job, { n: 1 });
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow();
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 2 }));
    await jobs.drain(context);
    expect(seen).toEqual([2]);
  });

  it("is refused with a payload that its schema does not know", async () => {
    const job = defineJob({ name: "test.strict", schema: payload, handler: nothing });
    const jobs = await start([job]);
    const wrong = { n: "one" } as unknown as { n: number };
    await expect(withSystem(database.db, (tx) => jobs.enqueue(tx, job, wrong))).rejects.toThrow();
  });

  it("is tried again after a failure, says which attempt is the last, and then takes its last-failure step once", async () => {
    const attempts: [number, boolean][] = [];
    const exhausted: Pick<ExhaustedRun<unknown>, "payload" | "jobId" | "reason">[] = [];
    const job = defineJob({
      name: "test.breaks",
      schema: payload,
      retryLimit: 2,
      handler: async ({ attempt, isLastAttempt }) => {
        attempts.push([attempt, isLastAttempt]);
        throw new Error("no luck");
      },
      onExhausted: async ({ payload, jobId, reason }) => void exhausted.push({ payload, jobId, reason }),
    });
    const jobs = await start([job]);
    const jobId = await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 7 }));
    await jobs.drain(context, { ignoreRunAt: true });
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(exhausted).toEqual([{ payload: { n: 7 }, jobId, reason: "no luck" }]);
  });

  it("waits for its time", async () => {
    const seen: number[] = [];
    const job = defineJob({
      name: "test.later",
      schema: payload,
      handler: async ({ payload: { n } }) => void seen.push(n),
    });
    const jobs = await start([job]);
    const runAt = new Date(Date.now() + 3600_000);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }, { runAt }));
    await jobs.drain(context);
    expect(seen).toEqual([]);
    await jobs.drain(context, { ignoreRunAt: true });
    expect(seen).toEqual([1]);
  });

  it("is not added twice while one with its key waits", async () => {
    const job = defineJob({ name: "test.once", schema: payload, dedupeWaiting: true, handler: nothing });
    const jobs = await start([job]);
    const add = (singletonKey: string) =>
      withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }, { singletonKey }));
    expect(await add("a")).not.toBeNull();
    expect(await add("a")).toBeNull();
    expect(await add("b")).not.toBeNull();
    expect(await jobs.drain(context)).toBe(2);
    expect(await add("a")).not.toBeNull();
  });
});

describe("a job done in its own transaction", () => {
  it("takes effect once, though its worker dies before the queue hears of it", async () => {
    let runs = 0;
    const job = defineJob({
      name: "test.exact",
      schema: payload,
      handler: async ({ db, completeIn }) => {
        runs++;
        await withSystem(db, (tx) => completeIn(tx));
        throw new Error("the worker is gone");
      },
    });
    const jobs = await start([job]);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }));
    await jobs.drain(context, { ignoreRunAt: true });
    expect(runs).toBe(1);
    expect(await states("test.exact")).toEqual(["completed"]);
  });

  it("rolls back when another worker has taken it over meanwhile", async () => {
    const effects: number[] = [];
    const job = defineJob({
      name: "test.fenced",
      schema: payload,
      retryDelaySeconds: 0,
      handler: async ({ db, attempt, completeIn }) => {
        // As a worker finds it that was silent for too long and given up for dead.
        if (attempt === 1)
          await database.queryAsAdmin("update pgboss.job set retry_count = 1 where name = 'test.fenced'");
        await withSystem(db, (tx) => completeIn(tx));
        effects.push(attempt);
      },
    });
    const jobs = await start([job]);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }));
    await jobs.drain(context, { ignoreRunAt: true });
    // The first attempt left nothing; a failure came on top of the count that was set.
    expect(effects).toEqual([3]);
  });
});

describe("a job of every company", () => {
  const ids = async (count: number) => {
    const rows = await database.queryAsAdmin<{ id: string }>(
      "insert into companies (name) select 'Company ' || n from generate_series(1, $1::int) n returning id",
      [count],
    );
    return rows.map((row) => row.id).sort();
  };

  it("does its work for all others when it fails for one, and tries that one again alone", async () => {
    const companies = await ids(3);
    const [, broken = ""] = companies;
    const visits: string[] = [];
    const visit = defineCompanyJob({
      name: "test.visit",
      cron: "0 3 * * *",
      retryLimit: 1,
      listCompanyIds: async () => companies,
      handler: async ({ payload: { companyId } }) => {
        visits.push(companyId);
        if (companyId === broken) throw new Error("not this one");
      },
    });
    const jobs = await start([visit.cron, visit.company]);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, visit.cron, {}));
    await jobs.drain({ ...context, jobs }, { ignoreRunAt: true });
    expect(visits.toSorted()).toEqual([...companies, broken].toSorted());
    expect(await states("test.visit")).toEqual(["completed"]);
  });

  it("waits once for a company, however often the cron comes by, and only where something is due", async () => {
    const companies = await ids(3);
    const [first = "", , third = ""] = companies;
    const visits: string[] = [];
    const visit = defineCompanyJob({
      name: "test.due",
      cron: "0 3 * * *",
      retryLimit: 1,
      listCompanyIds: async () => companies,
      isDue: async (_tx, companyId) => {
        if (companyId === first) throw new Error("cannot be looked at");
        return companyId === third;
      },
      handler: async ({ payload: { companyId } }) => void visits.push(companyId),
    });
    const jobs = await start([visit.cron, visit.company]);
    // The cron fails for the first company and comes by again; the third one's job waits all the while.
    for (let round = 0; round < 2; round++) {
      await visit.cron
        .handler({ ...context, jobs, signal: new AbortController().signal } as unknown as JobRun<
          Record<string, never>
        >)
        .catch(() => undefined);
    }
    await jobs.drain({ ...context, jobs }, { ignoreRunAt: true });
    expect(visits).toEqual([third]);
    expect(await states("test.due-company")).toEqual(["completed"]);
  });
});

describe("a worker", () => {
  it("starts a job when it is committed, without waiting for a poll", async () => {
    const ran = signalled<number>();
    const job = defineJob({
      name: "test.quick",
      schema: payload,
      handler: async ({ payload: { n } }) => ran.resolve(n),
    });
    const jobs = await start([job], true);
    await jobs.startWorkers(context);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 5 }));
    expect(await ran.promise).toBe(5);
  });

  it("runs one job of a group at a time, and other groups beside it", async () => {
    let running = 0;
    let most = 0;
    const both = signalled();
    const done = signalled();
    let finished = 0;
    const job = defineJob({
      name: "test.grouped",
      schema: z.object({ group: z.string() }),
      onePerGroup: true,
      concurrency: 3,
      handler: async ({ payload: { group } }) => {
        if (group === "other") both.resolve();
        else {
          most = Math.max(most, ++running);
          await both.promise;
          running--;
        }
        if (++finished === 3) done.resolve();
      },
    });
    const jobs = await start([job], true);
    await jobs.startWorkers(context);
    for (const group of ["one", "one", "other"]) {
      await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { group }, { groupKey: group }));
    }
    await done.promise;
    expect(most).toBe(1);
  });

  it("claims one job of a group, even where two workers look at the same moment", async () => {
    const job = defineJob({ name: "test.pair", schema: payload, onePerGroup: true, handler: nothing });
    const jobs = await start([job]);
    for (const n of [1, 2])
      await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n }, { groupKey: "one" }));
    const claimBoth = database.queryAsAdmin("update pgboss.job set state = 'active' where name = $1", [
      job.name,
    ]);
    await expect(claimBoth).rejects.toMatchObject({ code: "23505" });
    // What failed is told before its locks are gone, and a worker passes over rows that are locked.
    await database.queryAsAdmin("select from pgboss.job where name = $1 for update", [job.name]);
    expect(await jobs.drain(context)).toBe(2);
  });

  it("takes over the job of a worker that was killed", async () => {
    const ran = signalled<number>();
    const job = defineJob({
      name: "test.orphan",
      schema: payload,
      handler: async ({ attempt }) => ran.resolve(attempt),
    });
    const jobs = await start([job], true);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }));
    // As a killed worker leaves it: claimed, and silent for longer than a heartbeat.
    await database.queryAsAdmin(
      `update pgboss.job set state = 'active', started_on = now() - interval '20 s', heartbeat_on = now() - interval '11 s'
       where name = 'test.orphan'`,
    );
    await jobs.startWorkers(context);
    expect(await ran.promise).toBe(2);
  });

  it("waits no longer after many kills than its definition says", async () => {
    const ran = signalled<number>();
    const job = defineJob({
      name: "test.oftenKilled",
      schema: payload,
      retryLimit: 12,
      retryDelaySeconds: 1,
      longestRetryDelaySeconds: 1,
      handler: async ({ attempt }) => ran.resolve(attempt),
    });
    const jobs = await start([job], true);
    await withSystem(database.db, (tx) => jobs.enqueue(tx, job, { n: 1 }));
    await database.queryAsAdmin(
      `update pgboss.job set state = 'active', retry_count = 8, started_on = now() - interval '20 s',
         heartbeat_on = now() - interval '11 s' where name = 'test.oftenKilled'`,
    );
    await jobs.startWorkers(context);
    expect(await ran.promise).toBe(10);
  });

  it("tells a running job to leave when it stops, and another worker goes on with it", async () => {
    const entered = signalled();
    const again = signalled<number>();
    const job = defineJob({
      name: "test.leaves",
      schema: payload,
      retryDelaySeconds: 0,
      handler: async ({ signal, attempt }) => {
        if (attempt > 1) return again.resolve(attempt);
        entered.resolve();
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      },
    });
    const first = await start([job], true);
    await first.startWorkers(context);
    await withSystem(database.db, (tx) => first.enqueue(tx, job, { n: 1 }));
    await entered.promise;
    await first.stop(5000);
    const second = await start([job], true);
    await second.startWorkers(context);
    expect(await again.promise).toBe(2);
  });

  it("keeps a schedule only as long as a definition asks for it", async () => {
    const nightly = defineJob({
      name: "test.nightly",
      schema: z.object({}),
      cron: "0 3 * * *",
      handler: nothing,
    });
    const first = await start([nightly], true);
    await first.startWorkers(context);
    const schedules = () => database.queryAsAdmin("select name, cron from pgboss.schedule");
    expect(await schedules()).toEqual([{ name: "test.nightly", cron: "0 3 * * *" }]);
    await first.stop(1000);
    const second = await start([], true);
    await second.startWorkers(context);
    expect(await schedules()).toEqual([]);
  });

  it("is kept for a week once it is over, or for as long as its definition says by now", async () => {
    const job = defineJob({ name: "test.kept", schema: payload, handler: nothing });
    const run = async (definition: typeof job) => {
      const jobs = await start([definition]);
      await withSystem(database.db, (tx) => jobs.enqueue(tx, definition, { n: 1 }));
      await jobs.drain(context);
    };
    await run(job);
    await run({ ...job, keepFinishedSeconds: 3600 });
    const kept = await database.queryAsAdmin(
      "select deletion_seconds as seconds from pgboss.job where name = $1 and state = 'completed' order by created_on",
      [job.name],
    );
    expect(kept).toEqual([{ seconds: 7 * 24 * 3600 }, { seconds: 3600 }]);
  });
});
