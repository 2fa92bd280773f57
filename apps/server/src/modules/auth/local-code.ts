import type { FastifyRequest } from "fastify";
import { findLatestSecret } from "#modules/mail/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { codeMailPrefix } from "./account-mails.ts";
import { hasLiveCode, type CodePurpose } from "./verification-codes.ts";

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

/**
 * Whether a request comes from this very machine and from nobody through it: the peer is loopback, no proxy has a hand
 * in it, and the page asked by a local name (a foreign name that resolves to loopback is an attack).
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    LOOPBACK.test(request.socket.remoteAddress ?? "") &&
    LOCAL_HOST.test(request.headers.host ?? "") &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}

/** The latest code of an address, for a newcomer on their own machine; null anywhere else, and where there is none. */
export async function readLocalCode(
  { db, clock, config }: ModuleContext,
  request: FastifyRequest,
  { email, purpose }: { email: string; purpose: CodePurpose },
): Promise<string | null> {
  if (config.production || config.smtpUrl !== null || !isFromThisMachine(request)) return null;
  return withSystem(db, async (tx) =>
    (await hasLiveCode(tx, email, purpose, clock.now()))
      ? findLatestSecret(tx, { to: email, keyPrefix: codeMailPrefix(purpose) })
      : null,
  );
}
