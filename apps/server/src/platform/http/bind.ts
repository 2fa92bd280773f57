import type {
  RouteBody,
  RouteDefinition,
  RouteDeltaInput,
  RouteParams,
  RouteQuery,
  RouteResponseInput,
} from "@forestay/contracts";
import "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mayPass, type Authenticator, type SignedInUser, type UserOf } from "./actor.ts";
import { answerPreflight, openToAnyOrigin } from "./any-origin.ts";
import { AppError } from "./app-error.ts";
import { withIdempotency, type IdempotencyStore } from "./idempotency.ts";
import { toAppError } from "./error-handler.ts";
import { checkOrigin } from "./origin.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { API_PREFIX } from "./api-prefix.ts";
import { routeSchema } from "./route-schema.ts";
import { transferKinds, type Streamable, type TransferKind } from "./transfers/index.ts";
import { refuseUnstorableText } from "./unstorable-text.ts";
import { endsWithCaller, withinTime } from "./handler-deadline.ts";

export type { Streamable } from "./transfers/index.ts";

/** Nobody who need not sign in sends more than a form; what they send is parsed before anything is known of them. */
const PUBLIC_BODY_LIMIT_BYTES = 16 * 1024;

/** Below the minute after which common proxies cut an idle connection. */
const HEARTBEAT_MS = 15_000;

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
  /** Aborts when the handler's time is up or the caller has gone; a stream's also when the server stops. */
  signal: AbortSignal;
}

/** One answer; of a stream's handler, its events; of a streamable one's, what comes before the answer, and it. */
export type HandlerResult<R extends RouteDefinition> = R extends { transfer: "stream" }
  ? AsyncIterable<RouteResponseInput<R>>
  : R extends { transfer: "streamable" }
    ? Streamable<RouteDeltaInput<R>, RouteResponseInput<R>>
    : RouteResponseInput<R>;

export type Handler<R extends RouteDefinition> = (args: HandlerArgs<R>) => Promise<HandlerResult<R>>;

export interface BindOptions {
  /** The session cookie alone may ask this route: reading who is signed in, and signing out. Nothing else. */
  allowCookie?: boolean;
  /** Between two signs of life of an idle stream; 15 s unless stated. */
  heartbeatMs?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    user: SignedInUser | null;
  }
}

/**
 * Binds a contract route to its handler. Before the handler runs: origin, sign-in, policy, rate limit, schemas;
 * after it: the answer is serialised through the response schema. Denies whatever it does not know.
 * How body and answer travel, its `transfer`, is in transfers/, one file per kind.
 */
export function bind<const R extends RouteDefinition>(
  api: Api,
  route: R,
  handler: Handler<R>,
  options: BindOptions = {},
): void {
  api.routes.push(route);
  const kind = transferKinds[route.transfer ?? "json"];
  if (route.idempotent && !kind.isRepeatable) {
    throw new Error(`${route.method} ${route.path}: a ${route.transfer} takes no Idempotency-Key`);
  }
  const { parseBodies } = kind;
  if (parseBodies === undefined) return bindIn(api.server, kind, api, route, handler, options);
  // In a scope of its own, because parsers are a scope's.
  api.server.register(async (scope) => {
    parseBodies(scope);
    bindIn(scope, kind, api, route, handler, options);
  });
}

function bindIn<const R extends RouteDefinition>(
  scope: FastifyInstance,
  kind: TransferKind,
  api: Api,
  route: R,
  handler: Handler<R>,
  options: BindOptions,
): void {
  const timeoutMs = route.timeoutMs ?? kind.timeoutMs;
  const bodyLimit = route.bodyLimitBytes ?? (route.policy === "public" ? PUBLIC_BODY_LIMIT_BYTES : undefined);
  const track = kind.staysOpen ? endWithServer(scope) : () => undefined;
  if (route.anyOrigin) answerPreflight(scope, API_PREFIX + route.path, route.method);
  scope.route({
    method: route.method,
    url: API_PREFIX + route.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(timeoutMs === null || kind.staysOpen ? {} : { handlerTimeout: timeoutMs }),
    schema: routeSchema(route, kind),
    onRequest: async (request, reply) => {
      if (route.anyOrigin) openToAnyOrigin(reply);
      else checkOrigin(request, api.appUrl);
      const user =
        route.policy === "public"
          ? null
          : await api.authenticator.authenticate(request, reply, options.allowCookie === true);
      if (route.policy !== "public" && user === null) {
        throw await api.authenticator.refuseNobody(request, reply, options.allowCookie === true);
      }
      if (!mayPass(route.policy, user)) throw refusal(route, user);
      if (route.peopleOnly && user?.apiKey !== undefined) throw new AppError("people_only");
      request.user = user;
      if (route.rateLimit) await api.rateLimiter.count(route.rateLimit, user, request.ip);
    },
    preValidation: async (request) => {
      // Here and not earlier: the upload plugin knows only once the content type has been looked at.
      kind.checkBody(request);
    },
    preHandler: async (request) => {
      // After the schemas: some make values of a text, and what was written as \u0000 in it is a NUL only then.
      const { params, query, body } = request;
      refuseUnstorableText({ params, query, body: body instanceof Uint8Array ? undefined : body });
    },
    handler: async (request, reply) => {
      const ending = endsWithCaller(reply);
      track(ending);
      const { signal } = ending;
      const { params, query, body, user } = request;
      const args = { params, query, body, user, request, reply, signal } as unknown as HandlerArgs<R>;
      const run = async () => {
        try {
          return { status: route.status ?? 200, body: await handler(args) };
        } catch (error) {
          const isRefused = toAppError(error).status < 500;
          if (isRefused && route.rateLimit) await api.rateLimiter.refused(route.rateLimit, user, request.ip);
          throw error;
        }
      };
      const key = request.headers["idempotency-key"];
      const answer = await withinTime(timeoutMs, ending, () =>
        route.idempotent && typeof key === "string"
          ? withIdempotency(api.idempotency, { route, request, user, key }, run)
          : run(),
      );
      const heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
      return kind.send(answer, { route, request, reply, signal, heartbeatMs });
    },
  });
}

/** Ends what is still open when the server stops, which waits for every answer to be out. */
function endWithServer(scope: FastifyInstance): (ending: AbortController) => void {
  const open = new Set<AbortController>();
  scope.addHook("preClose", async () => {
    for (const ending of open) ending.abort(new Error("The server stops"));
  });
  return (ending) => {
    open.add(ending);
    ending.signal.addEventListener("abort", () => open.delete(ending), { once: true });
  };
}

function refusal(route: RouteDefinition, user: SignedInUser | null): AppError {
  if (user?.apiKey === undefined) return new AppError("forbidden");
  return new AppError("forbidden", { message: `This API key may not do this: it needs '${route.policy}'.` });
}
