import {
  SingleConnectionProvider,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import type { Database } from "./database.ts";
import type { DB } from "./schema.gen.ts";

/** An open transaction; tenant rows seen in it belong to the one company it was opened for. */
export type Tx = Transaction<DB>;

export interface TransactionOptions {
  /** Overrides the pool's statement_timeout for this transaction, e.g. for one long COPY. 0 = none. */
  statementTimeoutMs?: number;
}

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
  work: (handles: { tx: Tx; client: pg.PoolClient }) => Promise<T>,
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

async function runTransaction<T>(
  db: Database,
  setUp: string | null,
  work: (handles: { tx: Tx; client: pg.PoolClient }) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await db.pool.connect();
  // A connection that breaks while it is ours reports here as well as on the query; unheard it would end the process.
  const ignoreBreak = () => {};
  client.on("error", ignoreBreak);
  const connection = clientConnection(client);
  let broken: Error | undefined;
  try {
    const timeout =
      options.statementTimeoutMs === undefined
        ? ""
        : `; set local statement_timeout = ${Math.trunc(options.statementTimeoutMs)}`;
    // One message for all of it: a round trip less on every request.
    await client.query(`begin${setUp === null ? "" : `; ${setUp}`}${timeout}`);
    const result = await work({ tx: transactionOn(db, connection), client });
    const commit = await client.query("commit");
    // After a swallowed statement error PostgreSQL answers COMMIT with a rollback; that must not look like success.
    if (commit.command === "ROLLBACK") throw new Error("The transaction was aborted by an earlier error");
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    connection.close();
    client.off("error", ignoreBreak);
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

function clientConnection(client: pg.PoolClient): DatabaseConnection & { close(): void } {
  let open = true;
  return {
    close: () => {
      open = false;
    },
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      // A forgotten await would otherwise run on a connection that someone else holds by then.
      if (!open) throw new Error("Query on a transaction that has ended (a missing await?)");
      const result = await client.query<R & pg.QueryResultRow>(query.sql, [...query.parameters]);
      const affected = result.command === "SELECT" ? undefined : BigInt(result.rowCount ?? 0);
      return { rows: result.rows, ...(affected === undefined ? {} : { numAffectedRows: affected }) };
    },
    streamQuery: unused,
  };
}
