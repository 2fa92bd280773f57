import type { IncomingMessage, ServerResponse } from "node:http";

/** What a request to the hub is for. */
export type HubRequestKind = "negotiate" | "websocket" | "sse" | "poll" | "send" | "delete";

/** A request as the host's `authenticate` sees it. */
export type HubRequest = {
  readonly kind: HubRequestKind;
  /**
   * The bearer token: from the Authorization header or, only where browsers cannot set headers (WebSocket and
   * server-sent events), from `access_token` in the query. Null when there is none.
   */
  readonly token: string | null;
  readonly raw: IncomingMessage;
};

/** Thrown by `authenticate`: who it is cannot be said at the moment. The request is answered with 503, and no text goes along. */
export class HubUnavailableError extends Error {
  override readonly name = "HubUnavailableError";
}

/** Query of a request with lower-case keys; the first of equal keys counts. */
export type HubQuery = ReadonlyMap<string, string>;

export function splitTarget(request: IncomingMessage): { pathname: string; query: HubQuery } {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const query = new Map<string, string>();
  if (mark !== -1) {
    for (const [key, value] of new URLSearchParams(target.slice(mark + 1))) {
      const lowerKey = key.toLowerCase();
      if (!query.has(lowerKey)) query.set(lowerKey, value);
    }
  }
  return { pathname: mark === -1 ? target : target.slice(0, mark), query };
}

export function readToken(request: IncomingMessage, query: HubQuery, kind: HubRequestKind): string | null {
  const bearer = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  return kind === "websocket" || kind === "sse" ? query.get("access_token") || null : null;
}

/** Answers with a status and no body (no detail ever leaves with a refusal). */
export function answerEmpty(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "Cache-Control": "no-cache, no-store",
    ...(status === 204 ? {} : { "Content-Length": "0" }),
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    ...headers,
  });
  response.end();
}

/** The address of a hub request with its two secrets blotted out, for logs. */
export function redactHubUrl(url: string): string {
  return url.replace(/([?&](?:access_token|id)=)[^&]*/gi, "$1[redacted]");
}
