import { randomUUID } from "node:crypto";
import { hubEvents } from "@forestay/contracts";
import {
  createHub,
  createPostgresBackplane,
  HubUnavailableError,
  outboxStatement,
  registerFastifyHubs,
  type Backplane,
  type HubLog,
  type HubStats,
} from "@forestay/signalr";
import type { FastifyInstance } from "fastify";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import type { Database } from "#platform/db/database.ts";
import { isDatabaseUnavailable } from "#platform/db/database-errors.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { checkOrigin } from "#platform/http/origin.ts";
import type { RateLimiter } from "#platform/http/rate-limits.ts";
import type { Log } from "#platform/log.ts";
import { guardUpgrades } from "./guard-upgrades.ts";
import { composeHubMethods, type HubMethodBinding } from "./hub-methods.ts";
import { HUB_URL, outboxNames, type HubUser } from "./notification-hub.ts";
import { observeArrivals } from "./observe-arrivals.ts";
import { connectRedis } from "./redis-relay.ts";
import { userGroupBindings } from "./user-group.ts";

const PROBE_TIMEOUT_MS = 2000;

const events = Object.fromEntries(Object.entries(hubEvents).map(([name, { payload }]) => [name, payload]));

export interface LiveHubOptions<Context> {
  db: Database;
  log: Log;
  /** Public address of the web app; its pages may open WebSockets. */
  appUrl: string | null;
  trustedProxies: number;
  /** With it events travel between processes by Redis, else by Postgres NOTIFY. */
  redisUrl: string | null;
  /** Of the installation, newest first; every process has the same. */
  secretKeys: readonly string[];
  /** What an access token says, if it is one of ours and has not expired; its session may have ended all the same. */
  verifyToken(token: string): Promise<{ userId: string; sessionId: string } | null>;
  /** Who is behind a session at this moment; null once it has ended. */
  findSignedInUser(sessionId: string): Promise<SignedInUser | null>;
  /** What the domains answer beside the hub's own methods, and what their handlers are handed. */
  methods: readonly HubMethodBinding<Context>[];
  context: () => Context;
}

/** What modules may ask of the hub; sending goes through publishEvent. */
export interface Live {
  /** This process's connections and counters. */
  stats(): HubStats;
  /** Sends one message the way events go, from a commit to its arrival here; returns the ms it took. Rejects after 2 s. */
  probe(timeoutMs?: number): Promise<number>;
}

export interface LiveHub extends Live {
  mount(server: FastifyInstance, limits: { rateLimiter: RateLimiter }): void;
}

/** Makes the live hub of this process and its way to the other processes. */
export function createLiveHub<Context>(options: LiveHubOptions<Context>): LiveHub {
  const { db, appUrl, trustedProxies } = options;
  const log: HubLog = ({ level, message, connectionId, error }) =>
    options.log[level]({ connectionId, err: error }, `live hub: ${message}`);
  const probeChannel = `${HUB_URL}:probe:${randomUUID()}`;
  const arrivals = observeArrivals(createBackplane(options, log), probeChannel);
  const methods = composeHubMethods([...userGroupBindings, ...options.methods], options.context);
  const hub = createHub({
    path: HUB_URL,
    contract: { methods: methods.contracts, events },
    backplane: arrivals.backplane,
    // A WebSocket may reach another process than the one that negotiated it.
    ticketSecrets: deriveKeys(options.secretKeys, "hub-ticket"),
    log,
    async authenticate({ token, kind }): Promise<HubUser | null> {
      const claims = token === null ? null : await options.verifyToken(token);
      if (claims === null) return null;
      const user = await options.findSignedInUser(claims.sessionId).catch(asUnavailable);
      if (user?.userId === claims.userId) return user;
      if (user !== null || kind !== "poll") return null;
      // The goodbye of an ended session waits for the next poll; a 401 instead would send the client reconnecting.
      await closeSession(claims.sessionId);
      return { ...claims, companyId: null, companyRole: null, platformRole: "User" };
    },
    methods: methods.handlers,
  });
  function closeSession(sessionId: string): Promise<number> {
    return hub.closeConnections({ sessionId });
  }

  return {
    stats: () => hub.stats(),
    async probe(timeoutMs = PROBE_TIMEOUT_MS) {
      const startedAtMs = performance.now();
      const id = randomUUID();
      const arrived = arrivals.next(id, timeoutMs);
      const { text, values } = outboxStatement({ channel: probeChannel, message: id }, outboxNames);
      await Promise.all([db.pool.query(text, [...values]), arrived]);
      return performance.now() - startedAtMs;
    },
    mount(server, { rateLimiter }) {
      server.register(async (scope) => {
        scope.addHook("onRequest", async (request) => {
          checkOrigin(request, appUrl);
          // Connecting is limited, not polling: each message costs a long-polling client a request.
          if (request.url.startsWith(`${HUB_URL}/negotiate`))
            await rateLimiter.count("hub", null, request.ip);
        });
        registerFastifyHubs(scope, [guardUpgrades(hub, { appUrl, trustedProxies })]);
      });
    },
  };
}

/** The database away or too slow says nothing of who it is: come back later, as every route answers. */
function asUnavailable(error: unknown): never {
  throw isDatabaseUnavailable(error)
    ? new HubUnavailableError("The database is away", { cause: error })
    : error;
}

function createBackplane(
  { db, redisUrl }: Pick<LiveHubOptions<never>, "db" | "redisUrl">,
  log: HubLog,
): Backplane {
  if (redisUrl !== null) return connectRedis({ redisUrl, db, log });
  return createPostgresBackplane({
    ...outboxNames,
    pool: db.pool,
    connect: () => db.openConnection("forestay-live"),
    log,
  });
}
