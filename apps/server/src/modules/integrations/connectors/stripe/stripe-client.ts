import { Stripe } from "stripe";
import { configuredAddress } from "#platform/outbound/destination.ts";
import type { Pace } from "#platform/outbound/token-buckets.ts";
import type { ApiOptions } from "../../connector.ts";
import { ProviderError } from "../../provider-error.ts";
import { isStripes, isStripesError } from "./stripe-shape.ts";
import { refusedWithoutWords } from "./stripe-errors.ts";

// docs.stripe.com/rate-limits: 100 requests a second and 25 of them to one endpoint, 25 in test mode; a share is left for the
// company's own systems. What may go out at once after a pause counts in the first second beside what follows it.
const LIVE_PACE: Pace = { perSecond: 50, burst: 25 };
const LIVE_ENDPOINT_PACE: Pace = { perSecond: 22, burst: 3 };
const TEST_PACE: Pace = { perSecond: 20, burst: 5 };
const BEHIND = { attempts: 6, firstWaitMs: 1000, longestWaitMs: 60_000 };
const WAITED_FOR = { attempts: 2, firstWaitMs: 300, longestWaitMs: 2000 };
const LARGEST_ANSWER = 16 * 1024 * 1024;
/** What the SDK asks by, and what it has of an answer; it does not name them to us. */
type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>["httpClient"]>;
type HttpAnswer = Awaited<ReturnType<HttpClient["makeRequest"]>>;
/** What the SDK, or what we make of its errors, reads of an answer's head. */
const READ_HEADERS = ["request-id", "stripe-version", "content-type", "idempotent-replayed"];

/** The SDK with our one way out beneath it. */
export function clientOf(options: ApiOptions): Stripe {
  const { protocol, hostname, port } = new URL(options.base);
  return new Stripe("shown by each call itself", {
    host: hostname,
    ...(port !== "" && { port: Number(port) }),
    protocol: protocol === "http:" ? "http" : "https",
    telemetry: false,
    // Ours are tried again beneath, with what Stripe asks for between two of them.
    maxNetworkRetries: 0,
    httpClient: callsOf(options),
  });
}

export const isTestKey = (key: string | null): boolean => key !== null && /^(rk|sk)_test_/.test(key);

/**
 * How the SDK calls. By itself and not as a `fetch`: an answer's text, half a megabyte of a page, would be written into a body
 * and read out of it again, and of such garbage a first sync's memory is made.
 */
function callsOf(options: ApiOptions): HttpClient {
  const { access, key, outbound, paceKey, isSandbox, isWaitedFor, callsPerSecond, signal } = options;
  const isTest = isSandbox || isTestKey(key);
  const given = callsPerSecond === null ? null : { perSecond: callsPerSecond, burst: callsPerSecond };
  const pace = given ?? (isTest ? TEST_PACE : LIVE_PACE);
  const isByEndpoint = given === null && !isTest;
  return {
    getClientName: () => "outbound",
    async makeRequest(host, port, path, method, headers, body, protocol) {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      );
      const url = new URL(`${protocol}://${host}${path}`);
      url.port = port;
      const answer = await outbound.call(configuredAddress(url.href), {
        method: method as "GET" | "POST" | "DELETE",
        headers: { ...sent, authorization: `Bearer ${await access.current()}` },
        // Stripe does a deed of one key once, however often it is asked for.
        ...("idempotency-key" in sent && { isRepeatable: true }),
        ...(typeof body === "string" && body !== "" && { body }),
        maxBytes: LARGEST_ANSWER,
        ...(isWaitedFor ? {} : { timeouts: { answerMs: 30_000, totalMs: 60_000 } }),
        pace,
        paceKey: `stripe:${paceKey}`,
        ...(isByEndpoint && {
          secondPace: {
            pace: LIVE_ENDPOINT_PACE,
            paceKey: `stripe:${paceKey}:${endpointOf(method, url.pathname)}`,
          },
        }),
        retry: isWaitedFor ? WAITED_FOR : BEHIND,
        ...(signal && { signal }),
      });
      const read: Record<string, string> = {};
      for (const name of READ_HEADERS) {
        const value = answer.headers.get(name);
        if (value !== null) read[name] = value;
      }
      if (answer.retryAfterMs !== null) read["retry-after"] = String(Math.ceil(answer.retryAfterMs / 1000));
      const text = await answer.text();
      if (answer.status >= 400 && !isStripesError(text)) throw refusedWithoutWords(answer);
      if (answer.status < 400 && !isStripes(text))
        throw new ProviderError("wrong", "Stripe answered in a way that is not understood here.");
      return answerOf(answer.status, read, text);
    },
  };
}

/** An operation as Stripe counts it, whichever object it is of: names of resources hold small letters alone, ids never do. */
const endpointOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\/(?!v1\/)[^/]*[A-Z\d][^/]*/g, "/:id")}`;

function answerOf(status: number, headers: Record<string, string>, text: string): HttpAnswer {
  return {
    getStatusCode: () => status,
    getHeaders: () => headers,
    // Kept by the SDK with what was answered: nothing but the head, which it adds itself.
    getRawResponse: () => ({}),
    toStream: () => {
      throw new TypeError("Nothing is read of Stripe as a stream");
    },
    toJSON: async () => JSON.parse(text) as unknown,
  };
}
