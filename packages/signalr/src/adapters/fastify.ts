import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpHub } from "../hub/create-hub.ts";
import { attachUpgrades } from "./node-http.ts";

type HijackedReply = {
  readonly raw: unknown;
  hijack(): unknown;
  getHeaders(): Record<string, number | string | string[] | undefined>;
};
type RawRequest = { readonly raw: unknown };

type RouteOptions = {
  method: string[];
  url: string;
  exposeHeadRoute: boolean;
  config: { rateLimit: false };
  handler(request: RawRequest, reply: HijackedReply): Promise<void>;
};

/** What the adapter uses of a Fastify 5 scope; Fastify itself is not imported. */
export type FastifyScope = {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  route(options: RouteOptions): unknown;
};

/** What the adapter uses of a Fastify 5 instance. */
export type FastifyHost = {
  readonly server: Server;
  register(plugin: (scope: FastifyScope, options: unknown, done: (error?: Error) => void) => void): unknown;
  addHook(name: "onReady", hook: () => Promise<void>): unknown;
  addHook(name: "preClose", hook: () => Promise<void>): unknown;
};

/**
 * Mounts hubs on a Fastify 5 instance. Call it before `listen`.
 *
 * The hubs get a scope of their own, in which bodies stay streams; headers set by the host's hooks (CORS) go along with
 * every answer of the hub. `app.close()` first lets the hubs say goodbye, which it would otherwise wait for in vain.
 * Hub routes carry `config.rateLimit = false`: polls are many by nature.
 */
export function registerFastifyHubs(app: FastifyHost, hubs: readonly HttpHub[]): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, parsed) => parsed(null, payload));
    for (const hub of hubs) {
      scope.route(hubRoute(hub.path, (request, response) => hub.handleRequest(request, response)));
      scope.route(
        hubRoute(`${hub.path}/negotiate`, (request, response) => hub.handleNegotiate(request, response)),
      );
    }
    done();
  });
  const stopUpgrades = attachUpgrades(app.server, hubs);
  app.addHook("onReady", async () => {
    await Promise.all(hubs.map((hub) => hub.start()));
  });
  app.addHook("preClose", async () => {
    await Promise.all(hubs.map((hub) => hub.shutdown()));
    stopUpgrades();
  });
}

function hubRoute(
  url: string,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RouteOptions {
  return {
    // All but OPTIONS, which belongs to the host's CORS; the hub itself answers 405 where it must.
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    url,
    exposeHeadRoute: false,
    config: { rateLimit: false },
    async handler(request, reply) {
      reply.hijack();
      // Fastify's types leave HTTP/2 open; SignalR clients speak HTTP/1.1, which `attachUpgrades` needs anyway.
      const rawRequest = request.raw as IncomingMessage;
      const response = reply.raw as ServerResponse;
      // Hijacking would drop what hooks have set.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) response.setHeader(name, value);
      }
      await handle(rawRequest, response);
    },
  };
}
