import {
  SingleConnectionProvider,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
} from "kysely";
import type { ClientBase, PoolClient, QueryResult as PgResult } from "pg";
import type { Database } from "./database.ts";
import { effectWitness, type SendInside } from "./effect-witness.ts";
import { asOpenTransaction } from "./open-transaction.ts";
import type { DB } from "./schema.gen.ts";

/** The driver's connection under a transaction, for COPY, cursors and statements built as text. */
export type SqlClient = ClientBase;

/** An open transaction; tenant rows seen in it belong to the one company it was opened for. */
export type Tx = Transaction<DB>;

export interface TransactionOptions {
  /** Overrides the pool's statement_timeout for this transaction, e.g. for one long COPY. 0 = none. */
  statementTimeoutMs?: number;
}

/** For statements over a company's every row: a million of them take a minute on a busy machine, ten mean that something hangs. */
export const EVERY_ROW: TransactionOptions = { statementTimeoutMs: 600_000 };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Runs `work` in a transaction that sees and writes only `companyId`'s rows: BEGIN, set app.company_id for this
 * transaction, work, COMMIT; ROLLBACK on any throw. Every query on a tenant table goes through here.
 */
export function withTenant<T>(
  db: Database,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return withTenantClient(db, companyId, ({ tx }) => work(tx), options);
}

/** As withTenant, and hands out the raw client under `tx` as well, for COPY and cursors in the same transaction. */
export function withTenantClient<T>(
  db: Database,
  companyId: string,
  work: (handles: { tx: Tx; client: PoolClient }) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (!UUID.test(companyId)) throw new TypeError("companyId must be a UUID");
  return runTransaction(db, `select set_config('app.company_id', '${companyId}', true)`, work, options);
}

/** Runs `work` in a transaction without a company: for users, sessions, companies and other non-tenant tables. */
export function withSystem<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return runTransaction(db, null, ({ tx }) => work(tx), options);
}

/**
 * Runs one reading statement on a connection without a transaction, for a non-tenant table: a third of the round trips.
 * Several statements, writes and tenant tables belong into withSystem or withTenant.
 */
export async function readOnce<T>(db: Database, read: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  return onConnection(db, db.statementTimeoutMs, ({ connection }) => read(transactionOn(db, connection)));
}

const clients = new WeakMap<Tx, SqlClient>();

/** The raw client under an open transaction of ours, for whoever is handed `tx` alone, as those who listen to news are. */
export function clientUnder(tx: Tx): SqlClient {
  const client = clients.get(tx);
  if (client === undefined) throw new Error("This transaction was not opened here");
  return client;
}

async function runTransaction<T>(
  db: Database,
  setUp: string | null,
  work: (handles: { tx: Tx; client: PoolClient }) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const timeoutMs = options.statementTimeoutMs ?? db.statementTimeoutMs;
  return onConnection(db, timeoutMs, async ({ connection, client, send }) => {
    const timeout =
      options.statementTimeoutMs === undefined
        ? ""
        : `; set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`;
    try {
      // One message for all of it: a round trip less on every request.
      await send(`begin${setUp === null ? "" : `; ${setUp}`}${timeout}`);
      const tx = transactionOn(db, connection);
      clients.set(tx, client);
      const result = await asOpenTransaction(() => work({ tx, client }));
      await effectWitness()?.(send);
      const commit = await send("commit");
      // After a swallowed statement error PostgreSQL answers COMMIT with a rollback; that must not look like success.
      if (commit.command === "ROLLBACK") throw new Error("The transaction was aborted by an earlier error");
      return result;
    } catch (error) {
      if (!isUnanswered(error)) await send("rollback");
      throw error;
    }
  });
}

interface Held {
  client: PoolClient;
  connection: DatabaseConnection;
  send: SendInside;
}

/** The server cancels a statement itself; no word even then means that the network or the server is gone. */
const SILENCE_MS = 1000;
const isUnanswered = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

async function onConnection<T>(
  db: Database,
  statementTimeoutMs: number,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  // A connection that breaks while it is ours reports here as well as on the query; unheard it would end the process.
  let broken: Error | undefined;
  const onBreak = (error: Error) => {
    broken = error;
  };
  client.on("error", onBreak);
  // 0 means no limit, on both sides.
  const queryTimeoutMs = statementTimeoutMs === 0 ? 0 : statementTimeoutMs + SILENCE_MS;
  const query = async (text: string, values?: unknown[]): Promise<PgResult> => {
    const config = { text, query_timeout: queryTimeoutMs, ...(values ? { values } : {}) };
    try {
      return await client.query(config);
    } catch (error) {
      // What runs on it by now is unknown: this connection is not given to anyone again.
      if (isUnanswered(error)) broken = error as Error;
      throw error;
    }
  };
  const connection = clientConnection(query);
  try {
    return await work({ client, connection, send: query });
  } finally {
    connection.close();
    client.off("error", onBreak);
    client.release(broken);
  }
}

/** A Kysely transaction whose statements all run on one client that we opened the transaction on. */
function transactionOn(db: Database, connection: DatabaseConnection): Tx {
  const executor = db.kysely.getExecutor().withConnectionProvider(new SingleConnectionProvider(connection));
  return new Transaction<DB>({
    config: { dialect: unusedDialect },
    dialect: unusedDialect,
    driver: unusedDriver,
    executor,
  });
}

const unused = (): never => {
  throw new Error("A transaction neither opens connections nor nests");
};
const unusedDriver = {
  init: unused,
  acquireConnection: unused,
  beginTransaction: unused,
  commitTransaction: unused,
  rollbackTransaction: unused,
  releaseConnection: unused,
  destroy: unused,
};
const unusedDialect = {
  createDriver: unused,
  createQueryCompiler: unused,
  createAdapter: unused,
  createIntrospector: unused,
};

function clientConnection(
  query: (text: string, values: unknown[]) => Promise<PgResult>,
): DatabaseConnection & { close(): void } {
  let open = true;
  return {
    close: () => {
      open = false;
    },
    async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
      // A forgotten await would otherwise run on a connection that someone else holds by then.
      if (!open) throw new Error("Query on a transaction that has ended (a missing await?)");
      const result = await query(compiled.sql, [...compiled.parameters]);
      const affected = result.command === "SELECT" ? undefined : BigInt(result.rowCount ?? 0);
      return { rows: result.rows as R[], ...(affected === undefined ? {} : { numAffectedRows: affected }) };
    },
    streamQuery: unused,
  };
}
