import { z } from "zod";
import { configuredAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import type { Pace } from "#platform/outbound/token-buckets.ts";
import type { ApiOptions } from "../../connector.ts";
import { usedUpPauseMs } from "../../next-sync.ts";
import { ProviderError } from "../../provider-error.ts";

// developers.hubspot.com, usage guidelines: 100 requests in 10 s and 4 searches a second for the smallest accounts; a share
// is left for the company's own systems.
const PACE: Pace = { perSecond: 8, burst: 40 };
const SEARCH_PACE: Pace = { perSecond: 3, burst: 3 };
const BEHIND = { attempts: 6, firstWaitMs: 1000, longestWaitMs: 60_000 };
const WAITED_FOR = { attempts: 2, firstWaitMs: 300, longestWaitMs: 2000 };
const LARGEST_ANSWER = 16 * 1024 * 1024;
/** The version of HubSpot's API that is spoken: paths of older ones end in 2027. */
const DATE = "2026-09";

/** One question; its answer is checked by who asks. */
export type Ask = <T>(question: Question<T>) => Promise<T | null>;

interface Question<T> {
  method?: "GET" | "POST" | "PATCH";
  /** `{date}` stands for the version. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  shape: z.ZodType<T>;
  isSearch?: boolean;
  /** It goes on from a place that HubSpot named: a refusal says that the place is not there any more. */
  hasPlace?: boolean;
}

const problem = z.object({
  category: z.string().optional(),
  policyName: z.string().optional(),
  message: z.string().optional(),
});

/**
 * Asks one account; null where what was asked for is not there. Throws ProviderError. A token that HubSpot calls over although
 * its time has not come was revoked: HubSpot itself says that a 401 is no reason to ask for another, so that is done once.
 */
export function askHubSpot(options: ApiOptions): Ask {
  const { access, base, outbound, paceKey, isWaitedFor, callsPerSecond, signal } = options;
  const paceOf = (isSearch: boolean): Pace =>
    callsPerSecond !== null
      ? { perSecond: callsPerSecond, burst: callsPerSecond }
      : isSearch
        ? SEARCH_PACE
        : PACE;

  async function send<T>(
    { method = "GET", path, query, body, isSearch = false }: Question<T>,
    token: string,
  ): Promise<OutboundAnswer> {
    const url = new URL(base + path.replace("{date}", DATE));
    if (query) url.search = new URLSearchParams(query).toString();
    return outbound.call(configuredAddress(url), {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // Whatever is sent reads, or says what a value is: once or twice is the same.
      isRepeatable: true,
      maxBytes: LARGEST_ANSWER,
      ...(isWaitedFor ? {} : { timeouts: { answerMs: 30_000, totalMs: 60_000 } }),
      pace: paceOf(isSearch),
      paceKey: `${isSearch ? "hubspot-search" : "hubspot"}:${paceKey}`,
      retry: isWaitedFor ? WAITED_FOR : BEHIND,
      ...(signal && { signal }),
    });
  }

  return async (question) => {
    try {
      const token = await access.current();
      let answer = await send(question, token);
      if (answer.status === 401) {
        await answer.discard();
        answer = await send(question, await access.renewed(token));
      }
      if (answer.status === 404) {
        await answer.discard();
        return null;
      }
      if (answer.status === 400 && question.hasPlace === true) {
        await answer.discard();
        throw new ProviderError(
          "place_gone",
          "HubSpot no longer knows the place that the list goes on from.",
        );
      }
      if (answer.status >= 400) throw await failed(answer, paceKey);
      const parsed = question.shape.safeParse(await answer.json());
      if (!parsed.success)
        throw new ProviderError("wrong", "HubSpot answered in a way that is not understood here.");
      return parsed.data;
    } catch (error) {
      if (error instanceof OutboundError) throw new ProviderError("passing", "HubSpot does not answer.");
      throw error;
    }
  };
}

async function failed(answer: OutboundAnswer, account: string): Promise<ProviderError> {
  const { status, retryAfterMs } = answer;
  const said = problem.safeParse(await answer.json().catch(() => ({}))).data ?? {};
  if (status === 401)
    return new ProviderError("expired", "HubSpot ended our access. Connect it again to go on.");
  if (status === 403)
    return new ProviderError(
      "forbidden",
      "HubSpot does not let us read all that is needed. Give read on contacts, companies and deals, and connect it again.",
    );
  if (status === 429 && said.policyName === "DAILY")
    return new ProviderError(
      "passing",
      "HubSpot allows this account no more calls today. It goes on once there are some again.",
      retryAfterMs ?? usedUpPauseMs(account),
    );
  if (status === 429) return new ProviderError("passing", "HubSpot asks us to slow down.", retryAfterMs);
  if (status >= 500) return new ProviderError("passing", "HubSpot does not answer.", retryAfterMs);
  return new ProviderError(
    "wrong",
    `HubSpot refused a call (${(said.category ?? String(status)).slice(0, 60)}).`,
  );
}
