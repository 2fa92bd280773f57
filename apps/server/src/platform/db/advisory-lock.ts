import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tx } from "./transaction.ts";

/**
 * Every advisory lock of the installation: a number means one thing only, or two that have nothing to do with each other
 * wait for each other. Never reused, as an older process may run beside this one during an upgrade. A lock that is a
 * company's takes the company's hash as its second number.
 */
export const advisoryLock = {
  /** Two processes that start at once migrate one after the other. */
  migration: 727_401,
  /** Who is an Admin of the platform changes one by one. */
  platformAdmins: 727_402,
  /** One process at a time hands events to Redis, so that they keep their order. */
  liveRelay: 727_403,
  /** What is unread changes one by one: two that count at once would each miss the other's rows. A company's. */
  unreadCounts: 727_404,
  /** Models are numbered one after the other. A company's. */
  modelVersions: 727_405,
  /** An address is invited one by one: the open invitation before is withdrawn. A company's. */
  invitations: 727_411,
  /** Policies of recovery are numbered one after the other. A company's. */
  recoveryPolicies: 727_438,
  /** What is to happen with a field is chosen one by one. A company's. */
  columnChoices: 727_412,
  /** Analyses are asked for one by one: who asks for what waits already is given that one. A company's. */
  analysisStarts: 727_413,
  /** Held by every web process under a number of its own: requests that it has begun are being worked on. */
  requestHolders: 727_414,
  /** Rollups are kept by one at a time. A company's. */
  rollups: 727_415,
  /** The track record of many scores is kept by one at a time. A company's. */
  trackRecord: 727_416,
  /** Who is in which segment is kept by one at a time. A company's. */
  segmentMembers: 727_491,
  /** A task that is not to stand twice is added by one at a time. A customer's. */
  openTasks: 727_488,
  /** Sums of failed payments are drawn together, or proved, by one at a time. A company's. */
  recoverySums: 727_460,
  /** Questions to the assistant are counted one by one. A person's. */
  questions: 727_439,
  /** Access to a connected account is renewed by one at a time. A company's and a system's. */
  tokenRenewals: 727_446,
} as const;

export type AdvisoryLock = (typeof advisoryLock)[keyof typeof advisoryLock];

/** Waits for the lock, or for this company's (or person's, or customer's) of that kind, and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Tx, lock: AdvisoryLock, companyId?: string): Promise<void> {
  const company = companyId === undefined ? sql`` : sql`, hashtext(${companyId}::text)`;
  await sql`select pg_advisory_xact_lock(${lock}${company})`.execute(tx);
}

/**
 * Waits for the lock of this name and holds it while `work` runs, in no transaction: for what has to happen one at a time over
 * all processes and waits for another machine meanwhile. A connection of its own has the lock, so that PostgreSQL lets go of
 * it when this process is gone, however it went.
 */
export async function withSessionLock<T>(
  db: Database,
  lock: AdvisoryLock,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = await db.openConnection("forestay-lock");
  try {
    await client.query("select pg_advisory_lock($1, hashtext($2::text))", [lock, name]);
    return await work();
  } finally {
    await client.end();
  }
}
