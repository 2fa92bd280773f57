import type {
  RouteBody,
  RouteDefinition,
  RouteParams,
  RouteQuery,
  RouteResponseInput,
} from "@forestay/contracts";
import { exampleOf } from "@forestay/contracts/route-examples";
import "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { mayPass, type Authenticator, type SignedInUser, type UserOf } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { withIdempotency, type IdempotencyStore } from "./idempotency.ts";
import { toAppError } from "./error-handler.ts";
import { checkOrigin } from "./origin.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { refuseUnstorableText } from "./unstorable-text.ts";

export const API_PREFIX = "/api";

/** Reliability 12: a handler answers within 10 s; uploads and downloads stream for as long as they need. */
const HANDLER_TIMEOUT_MS = 10_000;

/** What binding needs of the running app. */
export interface Api {
  server: FastifyInstance;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  idempotency: IdempotencyStore;
  /** Public address of the web app, if configured; requests from it pass the origin check. */
  appUrl: string | null;
  /** Every contract route bound so far: what the routes x roles test walks. */
  routes: RouteDefinition[];
}

export interface HandlerArgs<R extends RouteDefinition> {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  user: UserOf<R["policy"]>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<R extends RouteDefinition> = (args: HandlerArgs<R>) => Promise<RouteResponseInput<R>>;

export interface BindOptions {
  /** The session cookie alone may ask this route: reading who is signed in, and signing out. Nothing else. */
  allowCookie?: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    user: SignedInUser | null;
  }
}

/**
 * Binds a contract route to its handler. Before the handler runs: origin, sign-in, policy, rate limit, schemas;
 * after it: the answer is serialised through the response schema. Denies whatever it does not know.
 * A `multipart` route's handler reads its parts from `request` (see upload.ts).
 */
export function bind<const R extends RouteDefinition>(
  api: Api,
  route: R,
  handler: Handler<R>,
  options: BindOptions = {},
): void {
  api.routes.push(route);
  const isMultipart = route.transfer === "multipart";
  const status = route.status ?? 200;
  api.server.route({
    method: route.method,
    url: API_PREFIX + route.path,
    ...(isMultipart ? {} : { handlerTimeout: HANDLER_TIMEOUT_MS }),
    schema: routeSchema(route),
    onRequest: async (request, reply) => {
      checkOrigin(request, api.appUrl);
      const user =
        route.policy === "public"
          ? null
          : await api.authenticator.authenticate(request, reply, options.allowCookie === true);
      if (route.policy !== "public" && user === null) throw new AppError("unauthenticated");
      if (!mayPass(route.policy, user)) throw refusal(route, user);
      if (route.peopleOnly && user?.apiKey !== undefined) throw new AppError("people_only");
      request.user = user;
      if (route.rateLimit) await api.rateLimiter.count(route.rateLimit, user, request.ip);
    },
    preValidation: async (request) => {
      // Here and not earlier: the plugin knows only once the content type has been looked at.
      if (isMultipart !== request.isMultipart()) throw new AppError("unsupported_media_type");
      refuseUnstorableText({ params: request.params, query: request.query, body: request.body });
    },
    handler: async (request, reply) => {
      const args = {
        params: request.params,
        query: request.query,
        body: request.body,
        user: request.user,
        request,
        reply,
      } as unknown as HandlerArgs<R>;
      const run = async () => {
        try {
          return { status, body: await handler(args) };
        } catch (error) {
          const isRefused = toAppError(error).status < 500;
          if (isRefused && route.rateLimit)
            await api.rateLimiter.refused(route.rateLimit, request.user, request.ip);
          throw error;
        }
      };
      const key = request.headers["idempotency-key"];
      const answer =
        route.idempotent && typeof key === "string"
          ? await withIdempotency(api.idempotency, { route, request, user: request.user, key }, run)
          : await run();
      return reply.code(answer.status).send(answer.body);
    },
  });
}

function refusal(route: RouteDefinition, user: SignedInUser | null): AppError {
  if (user?.apiKey === undefined) return new AppError("forbidden");
  return new AppError("forbidden", { message: `This API key may not do this: it needs '${route.policy}'.` });
}

function routeSchema(route: RouteDefinition): Record<string, unknown> {
  const { body, response } = route;
  const shown = exampleOf(route);
  return {
    summary: route.summary,
    tags: route.tags ? [...route.tags] : [],
    "x-policy": route.policy,
    ...(route.peopleOnly ? { "x-people-only": true } : {}),
    ...(route.params ? { params: route.params } : {}),
    // Unknown names are refused, not dropped: a misspelt filter must not answer as if it were none.
    ...(route.query ? { querystring: route.query.strict() } : {}),
    ...(body ? { body: withExample(body instanceof z.ZodObject ? body.strict() : body, shown?.body) } : {}),
    ...(route.transfer === "multipart" ? { consumes: ["multipart/form-data"] } : {}),
    ...(route.idempotent ? { headers: idempotencyHeader } : {}),
    ...(route.policy === "public" ? { security: [] } : {}),
    response: { [route.status ?? 200]: withExample(response, shown?.response) },
  };
}

const withExample = (schema: z.ZodType, example: unknown): z.ZodType =>
  example === undefined ? schema : schema.meta({ examples: [example] });

const idempotencyHeader = z.looseObject({
  "idempotency-key": z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Send the same key with every repeat of one request: it takes effect once, and repeats are answered as the first was, for 24 hours. 422 with another request, 409 while the first is at work or when its answer was lost.",
    ),
});
