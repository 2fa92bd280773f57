import type { z } from "zod";
import type { ErrorCode } from "./errors/error-table.ts";
import type { Policy } from "./policies/policies.ts";

export type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * How a route's body and answer travel; JSON both ways unless stated.
 * `multipart`: a streamed upload. `raw`: the body's bytes exactly as they came, for signatures over them.
 * `redirect`: the answer is an address that `response` allows, a path of ours or an absolute https URL; sent as 303.
 * `rpc`: one message of a protocol of its own in JSON, with more in it than its schema names; answered by one, or by 202.
 * `stream`: any number of events of the shape `response`, as server-sent events, until either side ends it.
 * `streamable`: one answer in JSON; to who accepts `text/event-stream` the `deltas` before it as well, and it as the last event.
 */
export type Transfer = "json" | "multipart" | "raw" | "redirect" | "rpc" | "stream" | "streamable";

/** Named rows of the server's one table of rate limits. */
export type RateLimitName =
  | "read"
  | "write"
  | "hub"
  | "upload"
  | "analysis"
  | "login"
  | "logout"
  | "code"
  | "report"
  | "track"
  | "unsubscribe"
  | "form"
  | "booking"
  | "page"
  | "hook"
  | "ask"
  | "chat"
  | "contact"
  | "contactAddress";

export interface RouteDefinition {
  method: HttpMethod;
  /** Path below /api, with `:name` parameters; the web and OpenAPI derive theirs from it. */
  path: `/${string}`;
  summary: string;
  policy: Policy;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  /** Of a streamable route: what comes before its answer, to who would have it. */
  deltas?: z.ZodType;
  /** Status of a successful answer; 200 unless stated. */
  status?: 200 | 201 | 202 | 204;
  transfer?: Transfer;
  /** The largest body taken, 1 MiB (of a public route 16 KiB) unless stated; of an upload the server's configuration says it. */
  bodyLimitBytes?: number;
  /** How long the handler has: 10 s unless stated, of uploads and streams as long as they take. */
  timeoutMs?: number;
  rateLimit?: RateLimitName;
  /** POSTs that create or send accept an `Idempotency-Key` header (decision 0017). */
  idempotent?: boolean;
  /**
   * Refused to every API key, whatever its scopes: it would let people or keys in who outlive its revocation, or reaches
   * further than any scope says (everything of the company).
   */
  peopleOnly?: boolean;
  /**
   * Pages of every site may call it, and read its answer. Only for what needs no cookie, is proved by what the caller
   * sends itself, and answers nothing of anybody but what its secret opens.
   */
  anyOrigin?: boolean;
  /** The text fields that an upload takes beside its `file`; the handler has them checked (receiveUpload). */
  form?: z.ZodObject;
  /** Of a raw route whose body is rows: what one of them is, sent as a JSON array or one a line (NDJSON); the handler checks each. */
  rows?: z.ZodType;
  /** What it may refuse with beyond what every route of its kind does (server: declared-errors.ts). */
  errors?: readonly ErrorCode[];
  tags?: readonly string[];
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

export type RouteParams<R extends RouteDefinition> = OutputOf<R["params"]>;
export type RouteQuery<R extends RouteDefinition> = OutputOf<R["query"]>;
export type RouteBody<R extends RouteDefinition> = R extends { transfer: "raw" }
  ? Uint8Array
  : OutputOf<R["body"]>;
/** What a streamable route's handler yields before its answer. */
export type RouteDeltaInput<R extends RouteDefinition> = InputOf<R["deltas"]>;
/** What the handler returns (a stream's: yields): the schema's input, since the answer is serialised through it. */
export type RouteResponseInput<R extends RouteDefinition> = z.input<R["response"]>;
/** What a caller receives; of a stream, each event. */
export type RouteResponse<R extends RouteDefinition> = z.output<R["response"]>;
export type RouteParamsInput<R extends RouteDefinition> = InputOf<R["params"]>;
export type RouteQueryInput<R extends RouteDefinition> = InputOf<R["query"]>;
export type RouteBodyInput<R extends RouteDefinition> = InputOf<R["body"]>;

/**
 * Declares one call of the API: the single truth that the server binds, the web's endpoints are held against and OpenAPI is made from.
 * A route without a policy does not compile.
 */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}
