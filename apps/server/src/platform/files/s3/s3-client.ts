import type { S3Settings } from "#config";
import { configuredAddress } from "#platform/outbound/destination.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { RetryRule } from "#platform/outbound/retry-rule.ts";
import { signRequest } from "./sign-request.ts";

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

export type S3Client = (request: S3Request) => Promise<OutboundAnswer>;

/** Busy, broken or away for a moment; AWS asks its clients to try again with growing waits. */
const RETRY: Partial<RetryRule> = { attempts: 5, firstWaitMs: 100 };
/** A part of an upload is on its way meanwhile; a download takes as long as it takes. */
const TIMEOUTS = { answerMs: 60_000, totalMs: null };

/**
 * Sends signed requests to one bucket. Throws S3Error for every refusal, after what passes has been tried again; the body
 * of an answer is the caller's to read.
 */
export function createS3Client(settings: S3Settings, outbound: Outbound): S3Client {
  return async ({ method, key, query, headers = {}, body }) => {
    const url = addressOf(settings, key);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await signRequest({ method, url, headers, body }, settings);
    const answer = await outbound
      .call(configuredAddress(url), {
        method,
        headers: signed,
        ...(body === undefined ? {} : { body }),
        // All that is asked here may happen twice: a part and an object are replaced, a begun upload is called off.
        isRepeatable: true,
        retry: RETRY,
        timeouts: TIMEOUTS,
        maxBytes: null,
      })
      .catch(asS3Error);
    if (answer.status < 200 || answer.status > 299) throw await failureOf(answer);
    return answer;
  };
}

function asS3Error(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  throw new S3Error(0, error.causeCode ?? error.code, "The object storage does not answer", { cause: error });
}

function addressOf({ endpoint, bucket, prefix, pathStyle }: S3Settings, key: string | null): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const object = key === null ? "" : `${prefix}${key}`;
  url.pathname = [pathStyle ? bucket : "", object].filter((part) => part !== "").join("/");
  return url;
}

/** Reads the body of a refusal: small XML with the code and words for it. */
async function failureOf(answer: OutboundAnswer): Promise<S3Error> {
  const text = await answer.text().catch(() => "");
  const tag = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  const code = tag("Code") ?? `HTTP ${answer.status}`;
  return new S3Error(answer.status, code, `Object storage: ${tag("Message") ?? code}`);
}
