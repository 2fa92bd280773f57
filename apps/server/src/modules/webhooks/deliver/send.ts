import { givenAddress } from "#platform/outbound/destination.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";

const TIMEOUT_MS = 10_000;
/** Characters of an answer that are kept, and bytes that are read for them. */
const ANSWER_CHARACTERS = 1000;
const ANSWER_BYTES = 4 * ANSWER_CHARACTERS;
const GONE = 410;

/** What became of one try. */
export interface Outcome {
  /** `busy`: this server has called that host as often as it may, and did not call now. */
  result: "delivered" | "failed" | "gone" | "busy";
  statusCode: number | null;
  /** Why it failed, in words for people; null where it did not. */
  failure: string | null;
  answer: string | null;
  retryAfterMs: number | null;
  durationMs: number;
}

/** One try, with whatever came of it. Throws only what the signal says: the worker stops, and nothing is known of the call. */
export async function send(
  outbound: Outbound,
  {
    url,
    headers,
    body,
    signal,
  }: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Outcome> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await outbound.call(givenAddress(url), {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Forestay-Webhooks/1", ...headers },
      body,
      signal,
      timeouts: { answerMs: TIMEOUT_MS, totalMs: TIMEOUT_MS },
      maxBytes: null,
      // The pauses between tries are ours, and each try is in the log.
      retry: { attempts: 1 },
    });
    const text = await readBeginning(answer, signal);
    return { ...read(answer.status), answer: text, retryAfterMs: answer.retryAfterMs, durationMs: took() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const result = error.code === "busy" ? "busy" : "failed";
    const none = { statusCode: null, answer: null, retryAfterMs: null };
    return { result, failure: whyNoAnswer(error), ...none, durationMs: took() };
  }
}

function read(status: number): Pick<Outcome, "result" | "statusCode" | "failure"> {
  const statusCode = status;
  if (status >= 200 && status < 300) return { result: "delivered", statusCode, failure: null };
  if (status === GONE)
    return { result: "gone", statusCode, failure: "The receiver answered 410: it wants no more." };
  if (status >= 300 && status < 400)
    return {
      result: "failed",
      statusCode,
      failure: `The receiver answered ${status} and leads elsewhere. Give the address it leads to: redirects are not followed.`,
    };
  return { result: "failed", statusCode, failure: `The receiver answered ${status}.` };
}

function whyNoAnswer({ code, message }: OutboundError): string {
  if (code === "refused_address") return `Not called: ${message}.`;
  if (code === "timeout") return `${message}: it has ${TIMEOUT_MS / 1000} seconds.`;
  return `${message}.`;
}

/** The first characters of an answer. One that breaks off is as long as it came: its status is what counts. */
async function readBeginning(answer: OutboundAnswer, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch (error) {
    if (signal.aborted) throw error;
  }
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "").toWellFormed();
  return [...text].slice(0, ANSWER_CHARACTERS).join("");
}
