import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { apiKeyRoutes, twoFactorRoutes } from "@forestay/contracts";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MANIFEST, type BackupManifest } from "#platform/backup/manifest.ts";
import { findRunningPostgres } from "#platform/db/embedded/embedded-postgres.ts";
import {
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  TEST_SECRET_KEYS,
  uploaded,
  type TestApp,
} from "#testing/index.ts";
import { addScoredCompany, SCORED_CUSTOMERS } from "./testing/scored-company.ts";
import { authenticatorCode } from "./modules/auth/fixtures/authenticator-code.ts";

let directory: string;
let dataDir: string;
let app: TestApp;
let server: ChildProcess | undefined;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-drill-"));
  dataDir = path.join(directory, "data");
  // The database's own user has to get in where we are root.
  await chmod(directory, 0o755);
  app = await createTestApp({ rateLimitScale: 1000, smtpUrl: "smtp://127.0.0.1:9" });
});
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  await app.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

interface Ran {
  child: ChildProcess;
  output: () => string;
}

function run(script: string, args: readonly string[], env: Record<string, string>): Ran {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: "127.0.0.1",
      PORT: "0",
      DEMO: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

async function ends(ran: Ran): Promise<{ code: unknown; output: string }> {
  const [code] = await once(ran.child, "close");
  return { code, output: ran.output() };
}

async function starts(env: Record<string, string>): Promise<{ url: string; output: () => string }> {
  const { child, output } = run("main.ts", [], env);
  server = child;
  const address = /is ready at (http\S+)/;
  while (!address.test(output()) && child.exitCode === null) await delay(25);
  const url = address.exec(output())?.[1];
  if (url === undefined) throw new Error(output());
  return { url, output };
}

/** Ends once both of its streams are read out: what it said on either is in `output` then. */
async function stops(): Promise<void> {
  if (server === undefined) return;
  const closed = once(server, "close");
  server.kill("SIGTERM");
  await closed;
}

/** The log and the greeting are two streams, and come in either order. */
async function untilSaid(output: () => string, words: string): Promise<void> {
  while (!output().includes(words)) {
    if (server?.exitCode !== null) throw new Error(output());
    await delay(25);
  }
}

const manifestOf = async (name: string) =>
  JSON.parse(await readFile(path.join(directory, name, MANIFEST), "utf8")) as BackupManifest;
const contents = ({ tables }: BackupManifest) =>
  Object.fromEntries(tables.map((table) => [table.name, [table.rows, table.contents]]));

it("an installation on a server of one's own is lost, comes back from its backup on another machine, and tells nobody", async () => {
  const company = await addScoredCompany(app);
  app.clock.set(new Date(Date.now() - 3600_000));
  const person = await buildUser(app.db, company.companyId, "Owner", {
    password: TEST_PASSWORD,
    now: app.clock.now(),
  });
  const { secret } = (
    await app.call(person.actor, twoFactorRoutes.startTwoFactor, { body: { password: TEST_PASSWORD } })
  ).body;
  const confirmed = await app.call(person.actor, twoFactorRoutes.confirmTwoFactor, {
    body: { code: authenticatorCode(secret, app.clock.now()) },
  });
  expect(confirmed.status).toBe(200);
  const { key } = (
    await app.call(person.actor, apiKeyRoutes.createApiKey, {
      body: { name: "Warehouse", scopes: ["customers:read"] },
    })
  ).body;
  await uploaded(app, person.actor, "email,plan\nada@example.test,Pro\n");

  const theirs = {
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.connectionString,
    MIGRATION_DATABASE_URL: app.ownerConnectionString,
    SECRET_KEYS: TEST_SECRET_KEYS.join(),
  };
  const blind = await ends(run("backup-command.ts", ["blind"], theirs));
  expect(blind).toMatchObject({ code: 1, output: expect.stringContaining("does not see every row") });
  const made = await ends(
    run("backup-command.ts", ["made"], { ...theirs, BACKUP_DATABASE_URL: app.adminConnectionString }),
  );
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("1 file;") });
  const first = await manifestOf("made");
  expect(contents(first).customers?.[0]).toBe(SCORED_CUSTOMERS);
  expect(first.jobs.rows).toBeGreaterThan(0);

  const here = { DATA_DIR: dataDir };
  const keyless = await ends(run("restore-command.ts", ["made"], here));
  expect(keyless).toMatchObject({ code: 1, output: expect.stringContaining("SECRET_KEYS: ") });
  const ours = { ...here, SECRET_KEYS: TEST_SECRET_KEYS.join(), SMTP_URL: "smtp://127.0.0.1:9" };
  const restored = await ends(run("restore-command.ts", ["made"], ours));
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("every one compared") });
  const release = /RELEASE_OUTGOING=(\w+)/.exec(restored.output)?.[1] ?? "";
  expect(release).not.toBe("");

  expect((await ends(run("backup-command.ts", ["again"], ours))).code).toBe(0);
  const second = await manifestOf("again");
  const { mails: mailsThen, ...rowsThen } = contents(first);
  const { mails: mailsNow, ...rowsNow } = contents(second);
  expect(rowsNow).toEqual(rowsThen);
  expect(mailsNow?.[0]).toBe(mailsThen?.[0]);
  expect(second.files).toEqual(first.files);
  expect(second.jobs.rows).toBe(first.jobs.rows);

  const { url, output } = await starts(ours);
  await untilSaid(output, `RELEASE_OUTGOING=${release}`);
  const post = (address: string, body: object) =>
    fetch(`${url}/api${address}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify(body),
    });
  const login = await post("/auth/login", { email: person.email, password: TEST_PASSWORD });
  const { challengeId } = (await login.json()) as { challengeId: string };
  const signedIn = await post("/auth/mfa", { challengeId, code: authenticatorCode(secret, new Date()) });
  expect(await signedIn.json()).toHaveProperty("token");
  const listed = await fetch(`${url}/api/customers`, { headers: { authorization: `Bearer ${key}` } });
  expect(((await listed.json()) as { totalCount: number }).totalCount).toBe(SCORED_CUSTOMERS);
  expect((await post("/auth/send-verification-code", { email: person.email })).status).toBe(200);
  const mails = new Client({ connectionString: (await findRunningPostgres(dataDir)) ?? "" });
  await mails.connect();
  const statuses = await mails.query<{ status: string }>("select distinct status from mails");
  await mails.end();
  expect(statuses.rows).toEqual([{ status: "kept" }]);

  // Beside the running app, and never over it.
  expect((await ends(run("backup-command.ts", ["running"], ours))).code).toBe(0);
  expect((await manifestOf("running")).secretKey).toBeNull();
  const busy = await ends(run("restore-command.ts", ["made", "--replace"], ours));
  expect(busy).toMatchObject({ code: 1, output: expect.stringContaining("Another Forestay is running") });
  await stops();
  const taken = await ends(run("restore-command.ts", ["made"], ours));
  expect(taken).toMatchObject({ code: 1, output: expect.stringContaining("With --replace all of it goes") });

  const released = await starts({ ...ours, RELEASE_OUTGOING: release });
  await stops();
  expect(released.output()).not.toContain("sends no mail");
});
