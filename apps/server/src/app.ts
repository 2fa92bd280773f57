import type { RouteDefinition } from "@forestay/contracts";
import type { FastifyInstance } from "fastify";
import type { Config } from "#config";
import { bindAuthRoutes, createAccessTokens, createAuthenticator } from "#modules/auth/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { createDomainEvents } from "#platform/events/domain-events.ts";
import { serveApiDocs } from "#platform/http/api-docs.ts";
import type { Api } from "#platform/http/bind.ts";
import { serveDownloads } from "#platform/http/downloads.ts";
import { serveHealth } from "#platform/http/health.ts";
import { createRequestHolder } from "#platform/http/request-holder.ts";
import { createRateLimiter } from "#platform/http/rate-limits.ts";
import { createServer } from "#platform/http/server.ts";
import { createTickets } from "#platform/http/tickets.ts";
import { serveWebApp } from "#platform/http/web-app.ts";
import type { JobQueue } from "#platform/job-queue.ts";
import { createLiveHub, type LiveHub } from "#platform/live/live-hub.ts";
import type { Log } from "#platform/log.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { ModuleContext } from "#platform/module.ts";
import { serverModules } from "./server-modules.ts";

export interface AppOptions {
  config: Config;
  db: Database;
  jobs: JobQueue;
  files: FileStore;
  outbound: Outbound;
  clock: Clock;
  log: Log;
  secretKeys: readonly string[];
  isStopping: () => boolean;
}

/** What is there before anything is served: enough to work with. */
export interface ComposedApp {
  context: ModuleContext;
  tickets: ReturnType<typeof createTickets>;
  live: LiveHub;
  tokens: ReturnType<typeof createAccessTokens>;
  authenticator: ReturnType<typeof createAuthenticator>;
}

export interface App {
  server: FastifyInstance;
  context: ModuleContext;
  api: Api;
}

/** Puts the platform and sign-in together by hand. */
export function composeApp(options: AppOptions): ComposedApp {
  const { config, db, clock, log } = options;
  const tokens = createAccessTokens(options.secretKeys, clock);
  const authenticator = createAuthenticator({ db, clock, config }, tokens);
  const tickets = createTickets(db, clock, authenticator);
  const live = createLiveHub({
    db,
    log,
    appUrl: config.appUrl,
    trustedProxies: config.trustedProxies,
    redisUrl: config.redisUrl,
    secretKeys: options.secretKeys,
    verifyToken: (token) => tokens.verify(token),
    findSignedInUser: (sessionId) => authenticator.findSignedInUser(sessionId),
    methods: serverModules.flatMap((module) => module.hubMethods ?? []),
    context: () => context,
  });
  const context: ModuleContext = {
    config,
    db,
    jobs: options.jobs,
    files: options.files,
    outbound: options.outbound,
    tickets,
    live,
    events: createDomainEvents(
      serverModules.flatMap((module) => module.subscriptions ?? []),
      { config, clock, jobs: options.jobs, log },
    ),
    clock,
    log,
    secretKeys: options.secretKeys,
  };
  return { context, tickets, live, tokens, authenticator };
}

/** The web process: every module's routes, and the built web app; `webDir` null serves the API alone. Does not listen yet. */
export async function createApp(
  options: AppOptions & { webDir: string | null },
  composed = composeApp(options),
): Promise<App> {
  const { config, db, clock, log } = options;
  const { context, tickets, live, tokens, authenticator } = composed;

  const server = await createServer({
    log,
    trustedProxies: config.trustedProxies,
    maxUploadBytes: config.maxUploadBytes,
  });
  const routes: RouteDefinition[] = [];
  const holder = createRequestHolder(db);
  server.addHook("onClose", () => holder.close());
  const api: Api = {
    server,
    authenticator,
    rateLimiter: createRateLimiter(db, clock, config.rateLimitScale),
    idempotency: { db, clock, secretKeys: options.secretKeys, holder },
    appUrl: config.appUrl,
    routes,
  };
  serveHealth(server, db, options.isStopping);
  if (config.role === "worker") {
    // Its probes are answered, and nothing else: whoever reaches a worker by mistake works nowhere by halves.
    await server.ready();
    return { server, context, api };
  }
  serveApiDocs(api);
  serveDownloads(server, tickets);
  bindAuthRoutes(api, context, tokens);
  live.mount(server, api);
  for (const module of serverModules) module.routes?.(api, context);
  await serveWebApp(server, options.webDir, {
    appUrl: config.appUrl,
    contact: config.adminEmail,
    now: () => clock.now(),
  });
  await server.ready();
  return { server, context, api };
}
