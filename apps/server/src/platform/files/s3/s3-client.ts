import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { S3Settings } from "#config";
import { EMPTY_SHA256, signRequest } from "./sign-request.ts";

interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Null: the bucket itself. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** What the service refused, by its own code (NoSuchKey, AccessDenied, ...); status 0 when nothing answered. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }
}

export type S3Client = (request: S3Request) => Promise<Response>;

/** Busy, broken or away for a moment; AWS asks its clients to try again with growing waits. */
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 100;
/** Until the answer's head; a part of an upload is on its way meanwhile. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Sends signed requests to one bucket, over Node's own fetch. Answers of 5xx and 429 and lost connections are tried
 * again. Throws S3Error for every other refusal; the body of an answer is the caller's to read.
 */
export function createS3Client(settings: S3Settings): S3Client {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendOnce(settings, request).catch(
        (error: unknown) =>
          new S3Error(0, causeCode(error), "The object storage does not answer", { cause: error }),
      );
      const failure = outcome instanceof S3Error ? outcome : await failureOf(outcome);
      if (failure === null) return outcome as Response;
      const isPassing = failure.status === 0 || failure.status === 429 || failure.status >= 500;
      if (!isPassing || attempt === ATTEMPTS) throw failure;
      await delay(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  };
}

async function sendOnce(settings: S3Settings, { method, key, query, headers = {}, body }: S3Request) {
  const url = addressOf(settings, key);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const bodySha256 = body === undefined ? EMPTY_SHA256 : createHash("sha256").update(body).digest("hex");
  const signed = signRequest({ method, url, headers, bodySha256 }, settings, settings.region, new Date());
  // Set by fetch itself, to the same.
  delete signed["host"];
  const answered = new AbortController();
  const timer = setTimeout(() => answered.abort(new Error("no answer in time")), ANSWER_TIMEOUT_MS);
  try {
    return await fetch(url, {
      method,
      headers: signed,
      redirect: "manual",
      signal: answered.signal,
      ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
  } finally {
    clearTimeout(timer);
  }
}

function addressOf({ endpoint, bucket, prefix, pathStyle }: S3Settings, key: string | null): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const object = key === null ? "" : `${prefix}${key}`;
  url.pathname = [pathStyle ? bucket : "", object].filter((part) => part !== "").join("/");
  return url;
}

/** Null for a success. Reads the body of a refusal: small XML with the code and words for it. */
async function failureOf(response: Response): Promise<S3Error | null> {
  if (response.ok) return null;
  const text = await response.text().catch(() => "");
  const tag = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  const code = tag("Code") ?? `HTTP ${response.status}`;
  return new S3Error(response.status, code, `Object storage: ${tag("Message") ?? code}`);
}

/** `ECONNREFUSED` and the like, which fetch hides in its error's cause. */
function causeCode(error: unknown): string {
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown };
  return String(cause?.code ?? code ?? "no answer");
}
