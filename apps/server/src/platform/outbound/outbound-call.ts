import type { RetryRule } from "./retry-rule.ts";
import type { Pace } from "./token-buckets.ts";

/** What is asked of the other side, and how patiently. */
export interface OutboundCall {
  /** GET unless stated. */
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Of one attempt: until the head of the answer, and until its last byte; 10 s each unless stated, null for none. */
  timeouts?: { answerMs?: number | null; totalMs?: number | null };
  /** The most that is read of the answer, decompressed; 1 MiB unless stated, null for any. */
  maxBytes?: number | null;
  /** May happen twice and have one effect: so GET, HEAD, PUT and DELETE; others say so, e.g. with an Idempotency-Key. */
  isRepeatable?: boolean;
  retry?: Partial<RetryRule>;
  /** At most so often; null for as often as wanted. Of a given address 10 a second unless stated. */
  pace?: Pace | null;
  /** Whose pace: the host's unless stated, e.g. `stripe:ACCOUNT` where the limit is an account's. */
  paceKey?: string;
  /** Kept beside that one, of a given key: an endpoint's, where an account's calls are counted by it too. */
  secondPace?: { pace: Pace; paceKey: string };
  /** Redirects of a GET or HEAD followed at most, each checked like a first address; none unless stated. */
  maxRedirects?: number;
}
