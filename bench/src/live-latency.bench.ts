import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { createApp } from "../../apps/server/src/app.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { createAccessTokens, createSession } from "../../apps/server/src/modules/auth/index.ts";
import { createCompany, createUser } from "../../apps/server/src/modules/companies/index.ts";
import { notify } from "../../apps/server/src/modules/notifications/index.ts";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { withSystem, withTenant } from "../../apps/server/src/platform/db/transaction.ts";
import { createLocalFileStore } from "../../apps/server/src/platform/files/local-file-store.ts";
import { migrateJobsSchema } from "../../apps/server/src/platform/jobs/jobs-schema.ts";
import { createJobs } from "../../apps/server/src/platform/jobs/jobs.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { createOutbound } from "../../apps/server/src/platform/outbound/outbound.ts";
import type { BenchResult } from "./bench-result.ts";

const EVENTS = 300;
const WARM_UP_EVENTS = 30;
const MOST_MEDIAN_MS = 25;
const SECRET_KEYS = ["benchmark-secret-key-of-at-least-32-characters"];

/**
 * The whole way in the real app: from the last statement of a transaction that notifies somebody (its COMMIT included) to
 * the callback in the official client over a WebSocket, with the Postgres backplane.
 */
export async function run(): Promise<BenchResult[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), "forestay-live-latency-"));
  // The server's own user must be able to enter when we are root.
  await chmod(dir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dir, "data") });
  await migrate(postgres.ownerConnectionString);
  await migrateJobsSchema(postgres.ownerConnectionString);
  const { connectionString } = postgres;
  const db = createDatabase({ connectionString });
  const log = createLog("silent");
  const jobs = createJobs({ connectionString, worker: false, onError: (error) => log.error(error) });
  await jobs.start([]);
  const { server, context } = await createApp({
    config: readConfig({}),
    db,
    jobs,
    files: createLocalFileStore(path.join(dir, "files")),
    outbound: createOutbound({ log, clock: systemClock, allowedHosts: [] }),
    clock: systemClock,
    log,
    secretKeys: SECRET_KEYS,
    webDir: null,
    isStopping: () => false,
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
  const { companyId, userId, token } = await withSystem(db, async (tx) => {
    const company = await createCompany(tx, { name: "Bench" });
    const user = await createUser(tx, {
      email: "bench@example.test",
      company: { id: company.id, role: "Owner" },
    });
    const session = await createSession(tx, {
      userId: user.id,
      ipAddress: "127.0.0.1",
      userAgent: "bench",
      now: new Date(),
    });
    const issued = await createAccessTokens(SECRET_KEYS, systemClock).issue(user.id, session.sessionId);
    return { companyId: company.id, userId: user.id, token: issued };
  });

  const client = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/hubs/notifications`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => token,
    })
    .build();
  let arrived: () => void = () => undefined;
  client.on("notification_created", () => arrived());
  await client.start();
  await client.invoke("JoinUserGroup");

  const timesMs: number[] = [];
  for (let index = -WARM_UP_EVENTS; index < EVENTS; index += 1) {
    const callback = new Promise<void>((resolve) => (arrived = resolve));
    let doneAtMs = 0;
    await withTenant(db, companyId, async (tx) => {
      await notify(tx, context, {
        companyId,
        recipients: { userIds: [userId] },
        kind: "import_completed",
        type: "Success",
        title: "Import finished",
        message: `customers.csv ${index}`,
        actionUrl: "/imports/1",
      });
      doneAtMs = performance.now();
    });
    await callback;
    if (index >= 0) timesMs.push(performance.now() - doneAtMs);
  }
  await client.stop();
  await server.close();
  await jobs.stop(1000);
  await db.close();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });

  timesMs.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((timesMs[Math.floor(timesMs.length * share)] ?? Number.NaN) * 100) / 100;
  return [
    {
      measure: "notification in the real app, from its commit to the client's callback, median",
      value: at(0.5),
      unit: "ms",
      goal: `under ${MOST_MEDIAN_MS}`,
      passed: at(0.5) < MOST_MEDIAN_MS,
    },
    { measure: "the same, 99th percentile", value: at(0.99), unit: "ms" },
  ];
}

if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}
