import { fromKysely, PgBoss, type QueueResult, type SendOptions } from "pg-boss";
import { violatedUniqueConstraint } from "#platform/db/database-errors.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { JobDefinition } from "./job.ts";
import { JOBS_SCHEMA } from "./jobs-schema.ts";
import { runClaimedJob, runExhaustedJob, type ClaimedJob } from "./run-job.ts";

/** A killed worker's job goes on within 30 s: 10 s until it is missed, at most 5 s until it is seen. */
const HEARTBEAT_SECONDS = 10;
const MONITOR_SECONDS = 5;
/** Wakes come by NOTIFY; this is for retries falling due and notices lost while reconnecting. */
const BACKSTOP_POLL_SECONDS = 3;
const DEFAULT_RETRY_LIMIT = 5;
const DEFAULT_RETRY_DELAY_SECONDS = 2;
const MAX_RETRY_DELAY_SECONDS = 300;
const DEFAULT_EXPIRE_SECONDS = 3600;
const DEFAULT_KEEP_FINISHED_SECONDS = 7 * 24 * 3600;

/** The queue with what runs it: for the composition and for tests. */
export interface Jobs extends JobQueue {
  /** Connects and makes the queues known; needed before the first enqueue. */
  start(definitions: readonly JobDefinition[]): Promise<void>;
  /** Starts handlers, heartbeats and cron for the started definitions (worker role). */
  startWorkers(context: ModuleContext): Promise<void>;
  /** Runs everything that is due in this process until nothing is left: for tests and one-off commands. */
  drain(context: ModuleContext, options?: DrainOptions): Promise<number>;
  /** Stops claiming, aborts running handlers' signals, and waits up to `graceMs` for them to leave. */
  stop(graceMs: number): Promise<void>;
}

export interface DrainOptions {
  /** Also what is planned for later. */
  ignoreRunAt?: boolean;
  /** Called before the first job and after each. */
  between?: () => Promise<void>;
}

export interface JobsOptions {
  connectionString: string;
  /** Whether this process will run handlers; only then does it monitor, keep cron and listen. */
  worker: boolean;
  /** Of the queue's own pool; 6 unless stated. */
  maxConnections?: number;
  /** How often it looks for jobs whose worker went silent; 5 unless stated. */
  monitorSeconds?: number;
  onError: (error: Error) => void;
}

/** Two workers claimed of one group at the same moment (jobs-schema.ts): the later one looks again by itself. */
const isTakenGroup = (error: unknown) => violatedUniqueConstraint(error)?.includes("group") === true;
const exhaustedQueue = (name: string) => `${name}.exhausted`;
/** A job's queues with whose settings each has; that of jobs without a try left comes first, because the other names it. */
const queuesOf = (job: JobDefinition): [name: string, settings: JobDefinition | null][] => [
  ...(job.onExhausted ? [[exhaustedQueue(job.name), null] satisfies [string, null]] : []),
  [job.name, job],
];

/** The job queue on pg-boss, as the app's own role: its tables are made by the migrations' owner. */
export function createJobs(options: JobsOptions): Jobs {
  const monitorSeconds = options.monitorSeconds ?? MONITOR_SECONDS;
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: "forestay-jobs",
    schema: JOBS_SCHEMA,
    max: options.maxConnections ?? 6,
    migrate: false,
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    useListenNotify: options.worker,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 300,
    // Rebuilding an index takes its owner, and our role owns nothing.
    reindex: false,
  });
  boss.on("error", (error) => {
    if (!isTakenGroup(error)) options.onError(error);
  });
  const definitions = new Map<string, JobDefinition>();
  const stopping = new AbortController();

  /** Makes the queue, or changes it where it is not as it should be: most starts find all of them so. */
  async function declareQueue(name: string, job: JobDefinition | null, known: QueueResult | undefined) {
    const settings = {
      policy: job?.dedupeWaiting ? "short" : "standard",
      notify: true,
      retryLimit: job?.retryLimit ?? DEFAULT_RETRY_LIMIT,
      retryDelay: job?.retryDelaySeconds ?? DEFAULT_RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: job?.longestRetryDelaySeconds ?? MAX_RETRY_DELAY_SECONDS,
      expireInSeconds: job?.expireInSeconds ?? DEFAULT_EXPIRE_SECONDS,
      deleteAfterSeconds: job?.keepFinishedSeconds ?? DEFAULT_KEEP_FINISHED_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      ...(job?.onExhausted ? { deadLetter: exhaustedQueue(name) } : {}),
    };
    if (known === undefined) return boss.createQueue(name, settings);
    const { policy, ...changeable } = settings;
    if (known.policy !== policy)
      throw new Error(`Job ${name}: dedupeWaiting cannot change; give it a new name`);
    if (Object.entries(changeable).some(([key, value]) => known[key as keyof typeof changeable] !== value))
      await boss.updateQueue(name, changeable);
  }

  /** Fenced by the attempt: a worker that was given up for dead cannot complete what its successor has taken. */
  async function completeIn({ name, id, retryCount }: ClaimedJob, tx: Tx): Promise<void> {
    const answer = await boss.complete(name, { id, retryCount }, null, { db: fromKysely(tx) });
    // Documented, and missing in its types.
    const { affected } = answer as { affected: number };
    if (affected === 0) throw new Error(`Job ${name}: another worker has taken it over`);
  }
  const running = { stopping: stopping.signal, completeIn };

  /** Names of queues in which a job waits: asking each of a hundred costs more than most of what waits. */
  async function queuesWithJobs(): Promise<ReadonlySet<string>> {
    const { rows } = (await boss
      .getDb()
      .executeSql(`select distinct name from ${JOBS_SCHEMA}.job where state in ('created', 'retry')`)) as {
      rows: { name: string }[];
    };
    return new Set(rows.map(({ name }) => name));
  }

  return {
    async enqueue(tx, job, payload, { singletonKey, runAt, groupKey, priority } = {}) {
      if (job.dedupeWaiting !== (singletonKey === undefined ? undefined : true)) {
        throw new Error(`Job ${job.name}: singletonKey and dedupeWaiting go together`);
      }
      if (job.onePerGroup !== (groupKey === undefined ? undefined : true))
        throw new Error(`Job ${job.name}: groupKey and onePerGroup go together`);
      const sendOptions: SendOptions = {
        db: fromKysely(tx),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(runAt === undefined ? {} : { startAfter: runAt }),
        ...(groupKey === undefined ? {} : { group: { id: groupKey } }),
        ...(priority === undefined ? {} : { priority }),
      };
      return boss.send(job.name, job.schema.parse(payload) as object, sendOptions);
    },

    async start(list) {
      await boss.start();
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      for (const job of list) {
        if (definitions.has(job.name)) throw new Error(`Job ${job.name} is defined twice`);
        definitions.set(job.name, job);
        for (const [name, settings] of queuesOf(job)) await declareQueue(name, settings, known.get(name));
      }
    },

    async startWorkers(context) {
      const schedules = new Set((await boss.getSchedules()).map((schedule) => schedule.name));
      for (const job of definitions.values()) {
        await boss.work(
          job.name,
          {
            includeMetadata: true,
            localConcurrency: job.concurrency ?? 1,
            pollingIntervalSeconds: job.pollSeconds ?? 2,
            notifyPollingIntervalSeconds: job.pollSeconds ?? BACKSTOP_POLL_SECONDS,
            ...(job.onePerGroup ? { groupConcurrency: 1 } : {}),
          },
          ([claimed]) => runClaimedJob(job, claimed as ClaimedJob, context, running),
        );
        if (job.onExhausted) {
          await boss.work(
            exhaustedQueue(job.name),
            {
              includeMetadata: true,
              pollingIntervalSeconds: 2,
              notifyPollingIntervalSeconds: BACKSTOP_POLL_SECONDS,
            },
            ([claimed]) => runExhaustedJob(job, claimed as ClaimedJob, context),
          );
        }
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: "UTC" });
        if (job.cron !== undefined) schedules.delete(job.name);
      }
      for (const gone of schedules) await boss.unschedule(gone);
    },

    async drain(context, { ignoreRunAt = false, between = () => Promise.resolve() } = {}) {
      let ran = 0;
      await between();
      for (let found = true; found;) {
        found = false;
        const waiting = await queuesWithJobs();
        for (const job of definitions.values()) {
          for (const [queue] of queuesOf(job)) {
            if (!waiting.has(queue)) continue;
            const [claimed] = await boss.fetch(queue, {
              includeMetadata: true,
              ignoreStartAfter: ignoreRunAt,
              ...(job.onePerGroup && queue === job.name ? { groupConcurrency: 1 } : {}),
            });
            if (!claimed) continue;
            found = true;
            ran++;
            const inProcess = { ...(claimed as ClaimedJob), signal: new AbortController().signal };
            try {
              if (queue === job.name) await runClaimedJob(job, inProcess, context, running);
              else await runExhaustedJob(job, inProcess, context);
              await boss.complete(queue, claimed.id);
            } catch (error) {
              await boss.fail(queue, claimed.id, { message: (error as Error).message });
            }
            await between();
          }
        }
      }
      return ran;
    },

    async stop(graceMs) {
      stopping.abort(new Error("The worker is stopping"));
      await boss.stop({ graceful: true, timeout: graceMs, close: true });
    },
  };
}
