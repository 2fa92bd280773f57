import type { FastifyInstance, FastifyReply } from "fastify";

/** How long a browser keeps the answer to its question, in seconds; the longest that Chromium takes. */
const PREFLIGHT_SECONDS = 7200;

/** Lets pages of every site read this answer. Without credentials: a cookie that came along counts nothing here. */
export function openToAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", "retry-after, x-request-id");
  reply.header("cross-origin-resource-policy", "cross-origin");
}

/** Answers the question that a browser asks before a call from another site with headers of its own. */
export function answerPreflight(scope: FastifyInstance, url: string, method: string): void {
  scope.options(url, { schema: { hide: true } }, async (_request, reply) => {
    openToAnyOrigin(reply);
    reply.header("access-control-allow-methods", method);
    reply.header("access-control-allow-headers", "authorization, content-type, content-encoding");
    reply.header("access-control-max-age", String(PREFLIGHT_SECONDS));
    return reply.code(204).send();
  });
}
