import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import { HOUR_MS } from "@forestay/contracts";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Log } from "#platform/log.ts";
import { AppError } from "./app-error.ts";
import { API_PREFIX } from "./api-prefix.ts";
import { closeUnusedConnections } from "./unused-connections.ts";
import { endUnreadBodies, LINGER_MS } from "./unread-bodies.ts";
import { LEAST_RATE, refuseSlowBodies } from "./slow-bodies.ts";
import { API_POLICY } from "./content-security-policy.ts";
import { answerUnreadable, installErrorHandler, sendFrameworkError } from "./error-handler.ts";
import { refuseOutsizedJson } from "./json-body.ts";

/** Of whoever has signed in; uploads have their own, configurable limit. */
const BODY_LIMIT_BYTES = 1024 ** 2;
const HEADERS_TIMEOUT_MS = 15_000;
/** A whole request, slow uploads of a gigabyte included, has to arrive within this. */
const REQUEST_TIMEOUT_MS = HOUR_MS;
/** A part that does not start is told after this; the usual 10 s fail a healthy start on a machine that stood still. */
const PLUGIN_TIMEOUT_MS = 120_000;
/** Slower than this is worth a line even when every request is not. */
const SLOW_MS = 1000;
const HUB_PREFIX = `${API_PREFIX}/hubs/`;
/** Where libraries look for the tracking API below whatever host they are told; it is one of ours below API_PREFIX. */
const TRACKING_PREFIX = "/v1/";

export interface ServerOptions {
  log: Log;
  trustedProxies: number;
  maxUploadBytes: number;
  /** How long the rest of an answered request is read: LINGER_MS unless stated. */
  lingerMs?: number;
  /** Slower than this no body may come: LEAST_RATE unless stated. */
  leastRate?: typeof LEAST_RATE;
}

/** A Fastify with our habits: zod schemas, JSON only, one error shape, security headers, request ids on everything. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: options.log,
    // One line when a request is answered, ours below, instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: answerUnreadable,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = "/" }) => (url.startsWith(TRACKING_PREFIX) ? API_PREFIX + url : url),
  }) as unknown as FastifyInstance;
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  installErrorHandler(server);
  acceptJsonOnly(server);
  closeUnusedConnections(server);
  const lingerMs = options.lingerMs ?? LINGER_MS;
  endUnreadBodies(server, lingerMs);
  refuseSlowBodies(server, options.leastRate ?? LEAST_RATE, lingerMs);

  server.decorateRequest("user", null);
  server.decorateRequest("cameByCookie", false);
  await server.register(cookie);
  await server.register(helmet, {
    // Ours differ between pages and data; see content-security-policy.ts.
    contentSecurityPolicy: false,
    // Only a browser that came by TLS honours it, and only then is it true.
    strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    xFrameOptions: { action: "deny" },
  });
  await server.register(multipart, { limits: { fileSize: options.maxUploadBytes + 1, files: 1 } });

  server.addHook("onRequest", async (request) => {
    // By its head: nobody needs to have sent a body to hear that nothing is there, and no route's time limit bounds it.
    if (request.is404 && request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("not_found");
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (!reply.hasHeader("content-security-policy")) reply.header("content-security-policy", API_POLICY);
    if (request.url.startsWith(API_PREFIX) && !reply.hasHeader("cache-control")) {
      reply.header("cache-control", "no-store");
    }
  });
  server.addHook("onResponse", async (request, reply) => {
    const durationMs = Math.round(reply.elapsedTime);
    // A poll of the live hub waits by design.
    const isSlow = durationMs > SLOW_MS && !request.url.startsWith(HUB_PREFIX);
    const level = isSlow ? "info" : "debug";
    request.log[level](
      { req: request, status: reply.statusCode, durationMs, userId: request.user?.userId },
      "request",
    );
  });
  return server;
}

/** JSON bodies only; an empty one is no body, and a broken or outsized one is answered in our words. */
function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      refuseOutsizedJson(body as string);
    } catch (error) {
      return done(error as AppError);
    }
    return parse(request, body as string, (error, value) => {
      if (error) done(new AppError("bad_request", { message: "The body is not valid JSON." }));
      else done(null, value);
    });
  });
}
