import { Kysely, PostgresDialect } from "kysely";
import { Pool, type Client, types as pgTypes, type CustomTypesConfig } from "pg";
import { openClient } from "./open-client.ts";
import type { DB } from "./schema.gen.ts";

// int8 and numeric become numbers: counts and minor units stay far below 2^53. A bare date stays text, because a
// JavaScript Date would move it by the machine's time zone.
const OID = { int8: 20, numeric: 1700, date: 1082 } as const;
const typeParsers = new Map<number, (text: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, (text) => text],
]);
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && typeParsers.get(oid)) ||
    pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

export interface DatabaseOptions {
  connectionString: string;
  /** Most connections of this pool; a database allows about 100 over all processes. */
  maxConnections?: number;
  /** 5 s for requests, 60 s for jobs. */
  statementTimeoutMs?: number;
  /**
   * How long a caller waits for a connection before it fails with `unavailable`. Unless given: 2 s where somebody waits
   * for the answer; where statements may take longer than a request's, nobody does, and as long as they.
   */
  acquireTimeoutMs?: number;
  /**
   * What a read whose answer is an estimate when it takes too long has at least, whatever it allows itself: for tests, whose
   * results depend on nobody else's being on the machine.
   */
  patienceMs?: number;
  applicationName?: string;
  onError?: (error: Error) => void;
}

/** A pool of connections as the app's own role. Queries go through withTenant / withSystem, never around them. */
export interface Database {
  readonly kysely: Kysely<DB>;
  readonly pool: Pool;
  /** As it was opened, for a process of ours that opens a pool of its own. */
  readonly connectionString: string;
  /** What the server cancels a statement after, unless its transaction says otherwise. */
  readonly statementTimeoutMs: number;
  /** A connection of its own, for LISTEN: it outlives transactions and is closed by whoever opened it. */
  openConnection(applicationName: string): Promise<Client>;
  close(): Promise<void>;
}

const REQUEST_STATEMENT_TIMEOUT_MS = 5000;
const REQUEST_ACQUIRE_TIMEOUT_MS = 2000;

/** Opens a pool; connects lazily. The role must own nothing and must not bypass row-level security. */
export function createDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? REQUEST_STATEMENT_TIMEOUT_MS;
  const acquireTimeoutMs =
    options.acquireTimeoutMs ??
    (statementTimeoutMs > REQUEST_STATEMENT_TIMEOUT_MS ? statementTimeoutMs : REQUEST_ACQUIRE_TIMEOUT_MS);
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName ?? "forestay",
    options: [
      `-c statement_timeout=${statementTimeoutMs}`,
      "-c idle_in_transaction_session_timeout=30000",
      "-c timezone=UTC",
      ...(options.patienceMs === undefined ? [] : [`-c app.patience_ms=${options.patienceMs}`]),
    ].join(" "),
    types,
  });
  // Without a listener an idle connection lost to a restart of the database would end the process.
  pool.on("error", (error) => options.onError?.(error));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // Kysely only compiles here; the connections are the pool's.
  return {
    kysely,
    pool,
    connectionString: options.connectionString,
    statementTimeoutMs,
    async openConnection(applicationName) {
      // Its loss shows by `end`.
      return openClient(
        {
          connectionString: options.connectionString,
          application_name: applicationName,
          keepAlive: true,
          connectionTimeoutMillis: acquireTimeoutMs,
          types,
        },
        options.onError,
      );
    },
    close: () => pool.end(),
  };
}
