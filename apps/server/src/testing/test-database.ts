import { randomBytes } from "node:crypto";
import { Pool, type QueryResultRow } from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "#platform/db/database.ts";

const TEMPLATE = "forestay";
/** Cloning needs the template to itself for a moment; test files running at once take turns. */
const CLONE_LOCK = 727_402;

export interface TestDatabase {
  /** As the app's role, with every wall up. */
  db: Database;
  connectionString: string;
  ownerConnectionString: string;
  /** The cluster's superuser in this database: sees every row. */
  adminConnectionString: string;
  /** Runs SQL as the cluster's superuser, past row-level security: for asserting what is really there. */
  queryAsAdmin<R extends QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  drop(): Promise<void>;
}

/** A fresh, migrated database of this test file's own, cloned from the run's template (some 30 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const adminUrl = inject("testPostgresUrl");
  const maker = (makers ??= openMakers(adminUrl));
  await makeDatabase(maker, name);
  const connectionString = onDatabase(inject("testPostgresAppUrl"), name);
  const db = createDatabase({
    connectionString,
    applicationName: "test",
    maxConnections: 8,
    // No result depends on how busy the machine is.
    acquireTimeoutMs: 60_000,
    statementTimeoutMs: 60_000,
    patienceMs: 60_000,
  });
  const adminConnectionString = onDatabase(adminUrl, name);
  const admin = new Pool({ connectionString: adminConnectionString, max: 2 });
  admin.on("error", () => {
    // Dropping the database ends idle connections.
  });
  return {
    db,
    connectionString,
    ownerConnectionString: onDatabase(inject("testPostgresOwnerUrl"), name),
    adminConnectionString,
    queryAsAdmin: async <R extends QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await admin.query<R>(sql, values)).rows,
    async drop() {
      await db.close();
      await admin.end();
      await maker.query(`drop database if exists ${name} with (force)`);
    },
  };
}

function onDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

/** What makes and drops the databases of this worker's files, one after the other; opened by the first of them. */
let makers: Pool | undefined;

function openMakers(adminUrl: string): Pool {
  const pool = new Pool({ connectionString: adminUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on("error", () => {
    // The next one that is made opens another connection.
  });
  return pool;
}

async function makeDatabase(maker: Pool, name: string): Promise<void> {
  const client = await maker.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [CLONE_LOCK]);
    await client.query(
      `create database ${name} template ${TEMPLATE} strategy file_copy owner forestay_owner`,
    );
    await client.query("select pg_advisory_unlock($1)", [CLONE_LOCK]);
    client.release();
  } catch (error) {
    // With its connection the lock goes.
    client.release(true);
    throw error;
  }
}
