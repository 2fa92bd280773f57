import { fetch, type Response } from "undici";
import type { Clock } from "../clock.ts";
import type { Agents } from "./agents.ts";
import { redirected, type Destination, type Guard } from "./destination.ts";
import { capAnswer, type OutboundAnswer } from "./outbound-answer.ts";
import type { OutboundCall } from "./outbound-call.ts";
import { OutboundError, toOutboundError } from "./outbound-error.ts";
import { readRetryAfterMs } from "./retry-rule.ts";

/** What a call may take unless it says otherwise: nobody waits longer for a stranger, nor keeps more of its answer. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 ** 2;

interface Ground {
  agents: Agents;
  guard: (to: Destination) => Guard;
  clock: Clock;
}

/** One request and, where wanted, those that its redirects lead to. Throws OutboundError, or why the caller left. */
export async function attemptCall(
  { agents, guard, clock }: Ground,
  to: Destination,
  call: OutboundCall,
): Promise<OutboundAnswer> {
  const { method = "GET", maxBytes = MAX_BYTES, maxRedirects = 0 } = call;
  const time = startAttempt(call, to.url.host);
  try {
    let at = to;
    let headers = call.headers ?? {};
    for (let hops = 0; ; hops++) {
      const { host } = at.url;
      const response = await fetch(at.url, {
        method,
        headers,
        redirect: "manual",
        signal: time.signal,
        dispatcher: agents[guard(at)],
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      const location = maxRedirects > 0 ? locationOf(method, response) : null;
      if (location === null) {
        time.answered();
        const retryAfterMs = readRetryAfterMs(response.headers.get("retry-after"), clock.now());
        return capAnswer(response, { host, maxBytes, retryAfterMs, onEnd: time.ended });
      }
      await response.body?.cancel();
      if (hops >= maxRedirects) throw new OutboundError("bad_redirect", `${host} leads on and on`);
      const next = redirected(at, location);
      // What was meant for one origin is not told to another.
      if (next.url.origin !== at.url.origin) headers = {};
      at = next;
    }
  } catch (error) {
    time.ended();
    if (call.signal?.aborted) throw call.signal.reason;
    throw toOutboundError(error, to.url.host);
  }
}

/** Where a GET or HEAD is sent on to; what carries a body is never sent twice by itself. */
function locationOf(method: string, { status, headers }: Response): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect && (method === "GET" || method === "HEAD") ? headers.get("location") : null;
}

/** The two time-outs of an attempt, and the caller's own signal, as one. */
function startAttempt({ timeouts = {}, signal }: OutboundCall, host: string) {
  const over = new AbortController();
  const after = (ms: number | null | undefined) => {
    if (ms === null) return undefined;
    const late = () => over.abort(new OutboundError("timeout", `${host} did not answer in time`));
    // A body that nobody reads keeps no process alive.
    return setTimeout(late, ms ?? TIMEOUT_MS).unref();
  };
  const [answer, total] = [after(timeouts.answerMs), after(timeouts.totalMs)];
  const leave = () => over.abort(signal?.reason);
  if (signal?.aborted) leave();
  signal?.addEventListener("abort", leave, { once: true });
  return {
    signal: over.signal,
    answered: () => clearTimeout(answer),
    ended: () => {
      clearTimeout(answer);
      clearTimeout(total);
      signal?.removeEventListener("abort", leave);
    },
  };
}
