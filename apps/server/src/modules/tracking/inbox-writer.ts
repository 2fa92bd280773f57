import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import type { InboxRow } from "./inbox-row.ts";
import { takeInJob } from "./take-in-job.ts";

/** Transactions at once: two keep a disk busy, and leave the pool's other connections to people. */
const WRITES_AT_ONCE = 2;
/** Beyond these rows in memory who sends is asked to wait: the database does not keep up, or is away. */
const MOST_WAITING_ROWS = 50_000;
const MOST_ROWS_A_WRITE = 5000;
/**
 * Turns of a company begin so far apart, the first at once: what comes meanwhile is taken along. With the second that a planned
 * turn begins late at most, an event is with its customer, and its segments, well within the five seconds that they promise.
 */
const TURNS_APART_MS = 2000;
/** What is written so long before a turn is there by then; what took longer is found by the job's cron. */
const COMMIT_MS = 1000;

interface Waiting {
  rows: readonly InboxRow[];
  receivedAt: Date;
  done(): void;
  failed(error: unknown): void;
}

/** Writes rows into the inboxes of companies. */
export interface InboxWriter {
  /** Resolves when the rows are committed. Throws `unavailable` where too many wait already. */
  write(companyId: string, rows: readonly InboxRow[], receivedAt: Date): Promise<void>;
}

/**
 * Writes together what comes together: while one transaction is under way, rows of further calls gather, and go with the
 * next one. An idle server writes at once, a busy one in ever larger groups.
 */
export function createInboxWriter(
  db: Database,
  jobs: JobQueue,
  clock: Clock,
  { atOnce = WRITES_AT_ONCE }: { atOnce?: number } = {},
): InboxWriter {
  const waiting = new Map<string, Waiting[]>();
  /** When a company's newest turn begins or began, where this process asked for it. */
  const turns = new Map<string, number>();
  let waitingRows = 0;
  let underWay = 0;

  /** The next company's calls, and of them as many as go into one transaction. */
  function takeNext(): { companyId: string; calls: Waiting[] } | null {
    const next = waiting.entries().next();
    if (next.done) return null;
    const [companyId, all] = next.value;
    // To the end of the line, where some are left: no company holds up the others.
    waiting.delete(companyId);
    let rows = 0;
    let count = 0;
    for (const call of all) {
      if (count > 0 && rows + call.rows.length > MOST_ROWS_A_WRITE) break;
      rows += call.rows.length;
      count++;
    }
    if (count < all.length) waiting.set(companyId, all.slice(count));
    waitingRows -= rows;
    return { companyId, calls: all.slice(0, count) };
  }

  async function writeWaiting(): Promise<void> {
    underWay++;
    try {
      for (let next = takeNext(); next !== null; next = takeNext()) {
        const { companyId, calls } = next;
        try {
          await insert(companyId, calls);
          for (const call of calls) call.done();
        } catch (error) {
          for (const call of calls) call.failed(error);
        }
      }
    } finally {
      underWay--;
    }
  }

  async function insert(companyId: string, calls: readonly Waiting[]): Promise<void> {
    const rows = calls.flatMap(({ rows: some, receivedAt }) =>
      some.map(({ message, kind, externalId, email, record }) => ({
        received_at: receivedAt,
        message,
        kind,
        external_id: externalId,
        email,
        record,
      })),
    );
    const nowMs = clock.now().getTime();
    const turnMs = turns.get(companyId) ?? 0;
    const nextMs = Math.max(nowMs, turnMs + TURNS_APART_MS);
    let isOurs = false;
    await withTenantClient(db, companyId, async ({ tx, client }) => {
      await client.query({
        name: "tracking-inbox",
        text: `insert into tracking_inbox (company_id, received_at, message, kind, external_id, email, record)
          select $1, received_at, message, kind, external_id, email, record from json_to_recordset($2::json)
            as r (received_at timestamptz, message uuid, kind text, external_id text, email text, record jsonb)`,
        values: [companyId, JSON.stringify(rows)],
      });
      if (turnMs - COMMIT_MS > nowMs) return;
      const job = await jobs.enqueue(
        tx,
        takeInJob.company,
        { companyId },
        {
          singletonKey: companyId,
          groupKey: companyId,
          // Without a moment it is woken for; one that is planned is looked for.
          ...(nextMs > nowMs && { runAt: new Date(nextMs) }),
        },
      );
      isOurs = job !== null;
    });
    // Not before it is committed. Of a job that waited already nobody knows here when it runs: it is asked for again.
    if (isOurs) turns.set(companyId, nextMs);
  }

  return {
    async write(companyId, rows, receivedAt) {
      if (rows.length === 0) return;
      if (waitingRows + rows.length > MOST_WAITING_ROWS)
        throw new AppError("unavailable", {
          message: "More is coming in than can be kept right now. Send it again in a moment.",
          retryAfterSeconds: 2,
        });
      await new Promise<void>((done, failed) => {
        const call = { rows, receivedAt, done, failed };
        const others = waiting.get(companyId);
        if (others === undefined) waiting.set(companyId, [call]);
        else others.push(call);
        waitingRows += rows.length;
        if (underWay < atOnce) void writeWaiting();
      });
    },
  };
}
