import { fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import serverRuntime from "../../apps/server/node-runtime.json" with { type: "json" };

export interface BenchCompany {
  companyId: string;
  /** A minute-fresh bearer token of its Owner; good for a quarter of an hour. */
  token: string;
  /** What the same person signs in with in a browser. */
  email: string;
  password: string;
}

export interface BenchApp {
  url: string;
  dataDir: string;
  /** As the app itself connects, for worker processes beside it. */
  connectionString: string;
  /** As the cluster's superuser, past row-level security. */
  admin: Client;
  company(): Promise<BenchCompany>;
  /** The same company with another person's token: the first one ends after 15 minutes. */
  again(company: BenchCompany): Promise<BenchCompany>;
  call<T>(company: BenchCompany, path: string, init?: RequestInit): Promise<T>;
  /** Resident memory of the server and of its parser processes; the database is not counted. */
  residentMb(): Promise<number>;
  /** Resident memory of the churn engine's processes; 0 while there is none. */
  engineMb(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the whole app in a process of its own (app-process.ts); without `workers` nobody does its jobs. */
export async function startBenchApp({ workers = true, demo = false, web = false } = {}): Promise<BenchApp> {
  const script = fileURLToPath(new URL("./app-process.ts", import.meta.url));
  const child = fork(
    script,
    [...(workers ? [] : ["no-workers"]), ...(demo ? ["demo"] : []), ...(web ? ["web"] : [])],
    {
      stdio: "inherit",
      // As `npm start` runs it.
      execArgv: serverRuntime.flags,
      env: { ...serverRuntime.env, ...process.env },
    },
  );
  const answer = async <T>(): Promise<T> => (await once(child, "message"))[0] as T;
  const { url, adminConnectionString, connectionString, dataDir } = await answer<{
    url: string;
    connectionString: string;
    adminConnectionString: string;
    dataDir: string;
  }>();
  const admin = new Client({ connectionString: adminConnectionString.replace(/\/[^/]*$/, "/forestay") });
  await admin.connect();
  return {
    url,
    dataDir,
    connectionString,
    admin,
    company() {
      child.send("company");
      return answer<BenchCompany>();
    },
    again({ companyId }) {
      child.send(`person ${companyId}`);
      return answer<BenchCompany>();
    },
    async call<T>(company: BenchCompany, path: string, init: RequestInit = {}): Promise<T> {
      const headers = {
        authorization: `Bearer ${company.token}`,
        ...(init.headers as Record<string, string>),
      };
      const response = await fetch(url + path, { ...init, headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    },
    residentMb: async () =>
      ((await statusField(child.pid ?? 0, "VmRSS")) + (await childrenKb(child.pid ?? 0, "parser-process"))) /
      1024,
    engineMb: async () => (await childrenKb(child.pid ?? 0, "engine-process")) / 1024,
    async stop() {
      await admin.end();
      child.send("stop");
      await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resident kilobytes of a process's children that run `script`, from /proc (Linux). */
async function childrenKb(pid: number, script: string): Promise<number> {
  let kilobytes = 0;
  for (const entry of await readdir("/proc")) {
    const child = Number(entry);
    if (!Number.isInteger(child) || (await statusField(child, "PPid")) !== pid) continue;
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (command.includes(script)) kilobytes += await statusField(child, "VmRSS");
  }
  return kilobytes;
}

async function statusField(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
}
