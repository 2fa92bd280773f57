import type { Config } from "#config";
import type { Log } from "#platform/log.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrate, MigrationError, pendingMigrations, readMigrations } from "./migrate.ts";
import { openClient } from "./open-client.ts";

export interface ConnectedServer {
  /** The app's role. */
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * Provides a migrated database: the embedded one, or the one DATABASE_URL names. An outside one is migrated with
 * MIGRATION_DATABASE_URL (its owner); without that it must already be at this version. `migrateMore` makes, as the
 * owner too, the tables that packages bring along.
 */
export async function connectServer(
  config: Config,
  dataDir: string,
  log: Log,
  migrateMore: (ownerConnectionString: string) => Promise<void>,
): Promise<ConnectedServer> {
  const migrateAll = async (ownerConnectionString: string) => {
    const applied = await migrate(ownerConnectionString, {
      onWait: (migration) => log.warn({ migration }, "a table is in use; the migration tries again"),
    });
    if (applied.length > 0) log.info({ applied }, "database migrated");
    await migrateMore(ownerConnectionString);
  };
  if (config.databaseUrl !== null) {
    if (config.migrationDatabaseUrl !== null) await migrateAll(config.migrationDatabaseUrl);
    await checkOutsideDatabase(config.databaseUrl);
    return { connectionString: config.databaseUrl, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    onUnexpectedExit: (words) =>
      log.error({ words }, "the embedded PostgreSQL ended by itself; starting it again"),
  });
  try {
    await migrateAll(postgres.ownerConnectionString);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { connectionString: postgres.connectionString, stop: () => postgres.stop() };
}

/** Refuses a database whose second wall would not hold, or whose schema is not ours. */
async function checkOutsideDatabase(connectionString: string): Promise<void> {
  const client = await openClient({ connectionString });
  try {
    const { rows } = await client.query<{ name: string; strong: boolean; owns: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls as strong,
         exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relowner = r.oid) as owns
       from pg_roles r where rolname = current_user`,
    );
    const [role] = rows;
    if (role?.strong || role?.owns) {
      throw new MigrationError(
        `DATABASE_URL signs in as '${role.name}', which may bypass row-level security or owns tables. Use the role forestay_app there and the owner in MIGRATION_DATABASE_URL.`,
      );
    }
    const history = await client
      .query<{ name: string; checksum: string }>("select name, checksum from schema_migrations")
      .catch(() => ({ rows: [] }));
    const pending = pendingMigrations(
      await readMigrations(),
      new Map(history.rows.map((row) => [row.name, row.checksum])),
    );
    if (pending.length > 0) {
      throw new MigrationError(
        `The database lacks ${pending.length} migration(s), from ${pending[0]?.name}. Start once with MIGRATION_DATABASE_URL set to its owner.`,
      );
    }
  } finally {
    await client.end();
  }
}
