import { z } from "zod";
import { configuredAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { ApiOptions } from "../../connector.ts";
import { ProviderError } from "../../provider-error.ts";

const LARGEST_ANSWER = 4 * 1024 * 1024;
const BEHIND = { attempts: 4, firstWaitMs: 1000, longestWaitMs: 30_000 };
const WAITED_FOR = { attempts: 2, firstWaitMs: 300, longestWaitMs: 2000 };

/** What Slack says of a call: always `ok`, and with status 200 also where it went wrong. */
const said = z.looseObject({ ok: z.boolean(), error: z.string().optional(), needed: z.string().optional() });

/** Slack's words for a token that opens nothing any more. */
const ENDED = ["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"];
/** It is Slack's own trouble, and passes. */
const PASSING = ["ratelimited", "service_unavailable", "request_timeout", "internal_error", "fatal_error"];

/** Slack did not do it, for a reason that is of this call and not of our access. */
export class SlackRefusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`Slack refused: ${code}`);
    this.code = code;
  }
}

/** One call of the Web API; its answer is checked by who asks. */
export type Ask = <T>(method: string, body: object, shape: z.ZodType<T>) => Promise<T>;

/** Asks one workspace what may be asked twice. Throws ProviderError, and SlackRefusal where the call itself was refused. */
export function askSlack(options: ApiOptions): Ask {
  return async (method, body, shape) => {
    try {
      const answer = await send(options, method, body, options.isWaitedFor ? WAITED_FOR : BEHIND);
      if (answer.status === 429 || answer.status >= 500) throw busy(answer.retryAfterMs);
      return readAnswer(await answer.json(), shape);
    } catch (error) {
      if (error instanceof OutboundError) throw busy(null);
      throw error;
    }
  };
}

/** Sends a call as it is, without trying it again where that could do it twice. */
export async function send(
  { access, base, outbound, paceKey, isWaitedFor, callsPerSecond, signal }: ApiOptions,
  method: string,
  body: object,
  retry: { attempts: number; firstWaitMs?: number; longestWaitMs?: number },
) {
  return outbound.call(configuredAddress(`${base}/api/${method}`), {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Bearer ${await access.current()}`,
      "content-type": "application/json; charset=utf-8",
    },
    body: JSON.stringify(body),
    isRepeatable: retry.attempts > 1,
    maxBytes: LARGEST_ANSWER,
    ...(isWaitedFor ? {} : { timeouts: { answerMs: 30_000, totalMs: 60_000 } }),
    pace: { perSecond: callsPerSecond ?? 5, burst: callsPerSecond ?? 20 },
    paceKey: `slack:${paceKey}`,
    retry,
    ...(signal && { signal }),
  });
}

/** Throws what Slack said where it is not `ok`. */
export function readAnswer<T>(body: unknown, shape: z.ZodType<T>): T {
  const { success, data } = said.safeParse(body);
  if (!success) throw strange();
  if (!data.ok) throw failureOf(data.error ?? "unknown", data.needed);
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw strange();
  return parsed.data;
}

function failureOf(code: string, needed: string | undefined): Error {
  if (ENDED.includes(code))
    return new ProviderError("expired", "Slack ended our access. Connect it again to go on.");
  if (code === "missing_scope" || code === "no_permission")
    return new ProviderError(
      "forbidden",
      `Slack does not allow it${needed === undefined ? "" : `: the scope ${needed.slice(0, 100)} is missing`}. Add it to the app in Slack, and connect it again.`,
    );
  if (PASSING.includes(code)) return busy(null);
  return new SlackRefusal(code);
}

const busy = (retryAfterMs: number | null) =>
  new ProviderError("passing", "Slack does not answer.", retryAfterMs);
const strange = () => new ProviderError("wrong", "Slack answered in a way that is not understood here.");
