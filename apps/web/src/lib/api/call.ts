import { authEndpoints, buildPath } from "@forestay/contracts/wire";
import type {
  Endpoint,
  EndpointBody,
  EndpointParams,
  EndpointQuery,
  EndpointResponse,
} from "@forestay/contracts/wire";
import { env } from "@/config/env.ts";
import { getAccessToken, setAccessToken } from "./access-token.ts";
import { networkError, toApiError } from "./api-error.ts";
import { keepSessionNotice } from "./session-notice.ts";

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : undefined extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };
type QueryPart<T> = undefined extends T
  ? { query?: never }
  : Record<never, unknown> extends T
    ? { query?: Loose<T> }
    : { query: Loose<T> };
/** Optional fields may be passed as undefined: they are left out of the address. */
type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** What a call of this endpoint needs, read from its contract. */
export type CallInput<E extends Endpoint> = Part<"params", EndpointParams<E>> &
  QueryPart<EndpointQuery<E>> &
  Part<"body", EndpointBody<E>> & { signal?: AbortSignal | undefined; idempotencyKey?: string };

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** What any call may bring along, whatever its endpoint. */
export interface CallRequest {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
}

/**
 * Calls one endpoint of the contract and returns its body.
 * Any 401 leads to one `GET /auth/me` for a fresh token and one retry.
 * @throws ApiError with the server's code, message and fields; code `network` when no answer came.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<EndpointResponse<E>> {
  const request = (args[0] ?? {}) as CallRequest;
  const address = endpointAddress(endpoint, request);
  const text = await withFreshToken(endpoint, () => send(endpoint, address, request));
  return (text === "" ? {} : JSON.parse(text)) as EndpointResponse<E>;
}

/** Address of an endpoint under the configured API, without empty query fields. */
export function endpointAddress(
  endpoint: Endpoint,
  request: Pick<CallRequest, "params" | "query"> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `${env.apiUrl}${buildPath(endpoint.path, request.params)}${text === "" ? "" : `?${text}`}`;
}

export function requestHeaders(): Record<string, string> {
  const token = getAccessToken();
  return { accept: "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
}

export interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Runs an attempt; on a 401 fetches a fresh token once and tries once more. Throws for every error status. What starts
 * while a token is being renewed waits for it, and what was refused with the one before takes the one that came since.
 */
export async function withFreshToken(endpoint: Endpoint, attempt: () => Promise<RawAnswer>): Promise<string> {
  const asksForToken = endpoint.path === authEndpoints.me.path || endpoint.path === authEndpoints.login.path;
  if (refreshing !== undefined && !asksForToken) await tokenInForce();
  const used = getAccessToken();
  let answer = await attempt();
  if (answer.status === 401 && asksForToken) keepSessionNotice(answer.text);
  if (answer.status === 401 && !asksForToken && (await refreshToken(used))) answer = await attempt();
  if (answer.status >= 400) throw toApiError(answer.status, answer.text);
  return answer.text;
}

let refreshing: Promise<boolean> | undefined;

/**
 * Sees to another token than the refused one. Many calls may meet a 401 at once; they share one refresh, also whoever
 * hears of it when that is done. False when the session is gone.
 */
export function refreshToken(refused: string | undefined): Promise<boolean> {
  const token = getAccessToken();
  if (token !== undefined && token !== refused) return Promise.resolve(true);
  refreshing ??= (async () => {
    setAccessToken(undefined);
    const answer = await send(authEndpoints.me, endpointAddress(authEndpoints.me), {});
    if (answer.status === 401) keepSessionNotice(answer.text);
    if (answer.status >= 400) return false;
    setAccessToken((JSON.parse(answer.text) as EndpointResponse<typeof authEndpoints.me>).token);
    return true;
  })().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** The token to send with what goes past `call`: one that is being renewed is waited for. Undefined when there is none. */
export async function tokenInForce(): Promise<string | undefined> {
  await refreshing?.catch(() => undefined);
  return getAccessToken();
}

async function send(endpoint: Endpoint, address: string, request: CallRequest): Promise<RawAnswer> {
  try {
    const response = await fetch(address, requestInit(endpoint, request));
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw networkError();
  }
}

/** How a call is sent: its headers, the cookies, its body as JSON and the signal that ends it. */
function requestInit(
  endpoint: Endpoint,
  request: CallRequest,
): RequestInit & { headers: Record<string, string> } {
  const headers = requestHeaders();
  if (request.body !== undefined) headers["content-type"] = "application/json";
  if (request.idempotencyKey !== undefined) headers["idempotency-key"] = request.idempotencyKey;
  return {
    method: endpoint.method,
    headers,
    credentials: "include",
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal ? { signal: request.signal } : {}),
  };
}
