import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SESSION_IDLE_MS } from "./sessions.ts";

/** The cookie that keeps a person signed in. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(request: FastifyRequest, reply: FastifyReply, token: string): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * Behind TLS the cookie is Secure, and the `__Host-` name binds it to this host; browsers refuse that name on plain HTTP.
 * TLS is where the request says so (a proxy that we trust), and where the public address does: a proxy that nobody
 * declared must not cost the cookie its protection.
 */
export function createSessionCookie({ appUrl }: { appUrl: string | null }): SessionCookie {
  const isPublicTls = appUrl?.startsWith("https:") === true;
  const isTls = (request: FastifyRequest) => isPublicTls || request.protocol === "https";
  const nameFor = (request: FastifyRequest) =>
    isTls(request) ? "__Host-forestay_session" : "forestay_session";
  const attributesFor = (request: FastifyRequest) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure: isTls(request) }) as const;
  return {
    read: (request) => request.cookies[nameFor(request)],
    set(request, reply, token) {
      reply.setCookie(nameFor(request), token, {
        ...attributesFor(request),
        maxAge: SESSION_IDLE_MS / 1000,
      });
    },
    clear(request, reply) {
      reply.clearCookie(nameFor(request), attributesFor(request));
    },
  };
}
