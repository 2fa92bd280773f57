import { createHash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FastifyReply, FastifyRequest } from "fastify";

/** What a thread posts: texts by their names, each also by Brotli. */
export type PackedTexts<Name extends string = string> = Record<Name, PackedText>;

interface PackedText {
  plain: Uint8Array;
  packed: Uint8Array;
}

/**
 * Texts that cost more to make than a loop that answers requests may stand still for: made once, when the first is asked for, by
 * a program in a thread of its own. One that failed is started anew for the next who asks.
 * @param input Read by the program as its `workerData`, when it is started.
 */
export function madeApart<Name extends string>(
  program: URL,
  input: () => unknown,
): () => Promise<PackedTexts<Name>> {
  let made: Promise<PackedTexts<Name>> | undefined;
  return () =>
    (made ??= run<Name>(program, input()).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

async function run<Name extends string>(program: URL, workerData: unknown): Promise<PackedTexts<Name>> {
  const worker = new Worker(program, { workerData, execArgv: [] });
  try {
    // Rejects with what the thread ended by.
    const [texts] = (await once(worker, "message")) as [PackedTexts<Name>];
    return texts;
  } finally {
    await worker.terminate();
  }
}

/** Answers with one of them: packed to whoever takes it, nothing where it is known already. */
export function sendMade(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, packed }: PackedText,
  type: string,
): FastifyReply {
  // Weak: the same text, however it is packed.
  const etag = `W/"${createHash("sha256").update(packed).digest("base64url")}"`;
  reply.header("cache-control", "no-cache").header("vary", "accept-encoding").header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const takesPacked = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (takesPacked) reply.header("content-encoding", "br");
  return reply.type(type).send(takesPacked ? packed : plain);
}
