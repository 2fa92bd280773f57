import { integrationRoutes, type SyncRun } from "@forestay/contracts";
import { peerClock, type PeerClock } from "@forestay/provider-sandboxes";
import { readConfig } from "#config";
import { createLog } from "#platform/log.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser } from "./people.ts";
import { providersWith } from "./providers-with.ts";
import { createTestApp, type TestApp } from "./test-app.ts";

/** A stand-in of a provider, whichever. */
interface StandIn {
  url: string;
  app: { clientId: string; clientSecret?: string; secretKey?: string };
  close(): Promise<void>;
}
type Provider = "hubspot" | "mailchimp" | "salesforce" | "stripe";

/** A company whose account at a stand-in is connected by its own page, and both clocks. */
export interface Connected<Peer extends StandIn = StandIn> {
  app: TestApp;
  peer: Peer;
  clock: PeerClock;
  owner: CompanyUser;
  companyId: string;
  params: { provider: Provider };
  /** Every line that was logged, also those that are not by default. */
  logged: string[];
  rows<T extends object = object>(text: string, values?: unknown[]): Promise<T[]>;
  /** Lets time go by, there and here. */
  pass(ms: number): void;
  connect(): Promise<void>;
  sync(body?: { all?: boolean }): Promise<void>;
  runs(): Promise<SyncRun[]>;
  version(): Promise<number>;
  /** Every customer as it is stored, but when it was written. */
  everything(): Promise<string>;
  close(): Promise<void>;
}

/** When a company and its account elsewhere begin: no day, month or year ends soon. */
export const CONNECTED_AT = new Date("2026-06-10T10:00:00Z");

/** A hundred of their own for each process: tests run beside each other, and some listen where a system calls back. */
let nextPort = 5000 + (process.pid % 250) * 100;

export async function connectedCompany<Peer extends StandIn>(
  provider: Provider,
  start: (options: object) => Promise<Peer>,
  { isConnected = true }: { isConnected?: boolean } = {},
): Promise<Connected<Peer>> {
  const port = nextPort++;
  const params = { provider };
  const clock = peerClock(CONNECTED_AT);
  const redirectUris = [`http://localhost:${port}/app/oauth/${provider}/callback`];
  const webhookUrl = `http://localhost:${port}/api/incoming/${provider}`;
  const peer = await start({
    clock,
    decision: "allow",
    redirectUris,
    ...(provider === "hubspot" && { webhookUrl }),
  });
  const client = { id: peer.app.clientId, secret: peer.app.clientSecret ?? peer.app.secretKey ?? "" };
  const place = {
    base: peer.url,
    authorizeBase: peer.url,
    tokenBase: peer.url,
    callsPerSecond: 10_000,
    client,
  };
  const logged: string[] = [];
  const app = await createTestApp(
    {
      ...readConfig({}),
      port,
      providers: providersWith({ [provider]: place }),
      rateLimitScale: 1000,
    },
    createLog("debug", { write: (line) => void logged.push(line) }),
  );
  app.clock.set(new Date(clock.now()));
  const { id: companyId } = await buildCompany(app.db);
  const owner = (await buildUser(app.db, companyId, "Owner")).actor;
  const company: Connected<Peer> = {
    app,
    peer,
    clock,
    owner,
    companyId,
    params,
    logged,
    rows: (text, values = []) => app.queryAsAdmin(text, values),
    pass(ms) {
      clock.advance(ms);
      app.clock.advance(ms);
    },
    async connect() {
      const { body } = await app.call(owner, integrationRoutes.startOAuth, { params, body: {} });
      const { headers } = await fetch(body.address, { redirect: "manual" });
      const { searchParams: query } = new URL(headers.get("location") ?? "");
      const came = { code: query.get("code") ?? "", state: query.get("state") ?? "" };
      const { status, body: answer } = await app.call(owner, integrationRoutes.finishOAuth, {
        params,
        body: came,
      });
      if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(answer)}`);
    },
    async sync(body = {}) {
      const { status, body: answer } = await app.call(owner, integrationRoutes.sync, { params, body });
      if (status !== 202) throw new Error(`Not started: ${JSON.stringify(answer)}`);
      await app.drainJobs({ ignoreRunAt: true });
    },
    runs: async () => (await app.call(owner, integrationRoutes.runs, { params })).body.items,
    version: async () =>
      (await app.call(owner, integrationRoutes.get, { params })).body.connection?.version ?? 0,
    everything: async () =>
      JSON.stringify(
        await app.queryAsAdmin("select to_jsonb(c) - 'updated_at' as c from customers c order by c.id"),
      ),
    async close() {
      await app.close();
      await peer.close();
    },
  };
  if (isConnected) await company.connect();
  return company;
}
