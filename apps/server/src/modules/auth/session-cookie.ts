import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SESSION_IDLE_MS } from "./sessions.ts";

/** Behind TLS the `__Host-` name binds the cookie to this host; browsers refuse that name on plain HTTP. */
const cookieName = (request: FastifyRequest) =>
  request.protocol === "https" ? "__Host-forestay_session" : "forestay_session";

const attributes = (request: FastifyRequest) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: request.protocol === "https" }) as const;

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(request), token, { ...attributes(request), maxAge: SESSION_IDLE_MS / 1000 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), attributes(request));
}
