import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import { migrate } from "#platform/db/migrate.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { migrateJobsSchema } from "#platform/jobs/jobs-schema.ts";
import { serverJobs } from "../server-modules.ts";
import { makeRunDirectory } from "./run-directory.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser address of the run's PostgreSQL; its database `forestay` is migrated and serves as the template. */
    testPostgresUrl: string;
    testPostgresAppUrl: string;
    testPostgresOwnerUrl: string;
    /** A directory of the run's own: what one test file makes for all. */
    testDataDir: string;
  }
}

/** One PostgreSQL for the whole run, migrated once; every test file clones its own database from it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = await makeRunDirectory();
  const postgres = await startEmbeddedPostgres({ dataDir: directory.path, throwaway: true });
  await migrate(postgres.ownerConnectionString);
  await migrateJobsSchema(postgres.ownerConnectionString);
  await declareQueues(postgres.connectionString);
  project.provide("testPostgresUrl", postgres.adminConnectionString);
  project.provide("testPostgresAppUrl", postgres.connectionString);
  project.provide("testPostgresOwnerUrl", postgres.ownerConnectionString);
  project.provide("testDataDir", directory.path);
  return async () => {
    await postgres.stop();
    await directory.remove();
  };
}

/** Every app of the run would make some hundred queues; so it finds them in its clone. */
async function declareQueues(connectionString: string): Promise<void> {
  const jobs = createJobs({
    connectionString,
    worker: false,
    onError: (error) => {
      throw error;
    },
  });
  await jobs.start(serverJobs);
  await jobs.stop(1000);
}
