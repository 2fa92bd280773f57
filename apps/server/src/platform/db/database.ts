import { Kysely, PostgresDialect } from "kysely";
import { Pool, types as pgTypes, type CustomTypesConfig } from "pg";
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
  /** Reliability: 5 s for requests, 60 s for jobs. */
  statementTimeoutMs?: number;
  /** How long a caller waits for a free connection before it fails with `unavailable`. */
  acquireTimeoutMs?: number;
  applicationName?: string;
  onError?: (error: Error) => void;
}

/** A pool of connections as the app's own role. Queries go through withTenant / withSystem, never around them. */
export interface Database {
  readonly kysely: Kysely<DB>;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Opens a pool; connects lazily. The role must own nothing and must not bypass row-level security. */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? 2000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: options.applicationName ?? "forestay",
    options: [
      `-c statement_timeout=${options.statementTimeoutMs ?? 5000}`,
      "-c idle_in_transaction_session_timeout=30000",
      "-c timezone=UTC",
    ].join(" "),
    types,
  });
  // Without a listener an idle connection lost to a restart of the database would end the process.
  pool.on("error", (error) => options.onError?.(error));
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // Kysely only compiles here; the connections are the pool's.
  return { kysely, pool, close: () => pool.end() };
}
