import { setTimeout as delay } from "node:timers/promises";
import { refuseWithinTransaction } from "../db/open-transaction.ts";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { createAgents, resolveBySystem, type Resolve } from "./agents.ts";
import { createTxtResolver } from "./txt-resolver.ts";
import { attemptCall } from "./attempt-call.ts";
import { describeCall } from "./describe-call.ts";
import { guardOf, type Destination } from "./destination.ts";
import type { OutboundCall } from "./outbound-call.ts";
import type { OutboundAnswer } from "./outbound-answer.ts";
import { OutboundError, toOutboundError } from "./outbound-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { nextWaitMs, type RetryRule } from "./retry-rule.ts";
import { createTokenBuckets, type Pace, type TokenBuckets } from "./token-buckets.ts";

const CONNECT_TIMEOUT_MS = 5000;
const RETRY: RetryRule = { attempts: 3, firstWaitMs: 500, longestWaitMs: 10_000 };
/** Of a host that somebody gave: enough for a webhook's bursts, too little to be of use against others. */
const GIVEN_PACE: Pace = { perSecond: 10, burst: 20 };
const LONGEST_PACE_WAIT_MS = 10_000;

/** The one way out of this process: guarded, timed, paced, capped, tried again by rule, and silent about secrets. */
export interface Outbound {
  /** Answers whatever the other side did, of any status; throws OutboundError when there is no answer. */
  call(to: Destination, call?: OutboundCall): Promise<OutboundAnswer>;
  /**
   * Whether an address may be called as it stands now, for the person who is about to save it. Throws OutboundError
   * `refused_address`, and `unreachable` for a name that nobody knows. Says nothing of tomorrow: every call looks again.
   */
  check(to: Destination): Promise<void>;
  /**
   * The TXT records of a name, each in one piece; none where there is no such name. Throws OutboundError `unreachable` or
   * `timeout` where nobody answers.
   */
  readTxt(name: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  log: Log;
  clock: Clock;
  /** Hosts, or host:port, that given addresses may name although they are private or speak http: the operator's own peers. */
  allowedHosts: readonly string[];
  buckets?: TokenBuckets;
  /** Of calls that name whose pace they keep: one for all processes; without it each keeps it by itself. */
  sharedBuckets?: TokenBuckets;
  random?: () => number;
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  resolve?: Resolve;
  resolveTxt?: (name: string) => Promise<string[][]>;
  isAllowed?: (address: string) => boolean;
  connectTimeoutMs?: number;
}

export function createOutbound(options: OutboundOptions): Outbound {
  const { log, clock, allowedHosts, isAllowed = isPublicAddress, random = Math.random } = options;
  const wait = options.wait ?? ((ms, signal) => delay(ms, undefined, signal ? { signal } : {}));
  const buckets = options.buckets ?? createTokenBuckets(clock);
  const sharedBuckets = options.sharedBuckets ?? buckets;
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS, resolve = resolveBySystem } = options;
  const { resolveTxt = createTxtResolver() } = options;
  const agents = createAgents({ connectTimeoutMs, resolve, isAllowed });
  const guard = (to: Destination) => guardOf(to, allowedHosts, isAllowed);

  async function keepPace({ url, isConfigured }: Destination, call: OutboundCall): Promise<void> {
    const { pace = isConfigured ? null : GIVEN_PACE } = call;
    if (pace === null) return;
    const waits = [
      await (call.paceKey === undefined
        ? buckets.take(url.host, pace, LONGEST_PACE_WAIT_MS)
        : sharedBuckets.take(call.paceKey, pace, LONGEST_PACE_WAIT_MS)),
    ];
    const { secondPace } = call;
    if (secondPace !== undefined)
      waits.push(await sharedBuckets.take(secondPace.paceKey, secondPace.pace, LONGEST_PACE_WAIT_MS));
    const known = waits.filter((waitMs) => waitMs !== null);
    if (known.length < waits.length) throw new OutboundError("busy", `${url.host} has been called too often`);
    const waitMs = Math.max(...known);
    if (waitMs > 0) await wait(waitMs, call.signal);
  }

  function logOutcome(outbound: object, outcome: OutboundAnswer | OutboundError): void {
    if (outcome instanceof OutboundError) {
      const { code: failure, causeCode, message } = outcome;
      log.warn({ outbound: { ...outbound, failure, causeCode } }, message);
    } else log.debug({ outbound: { ...outbound, status: outcome.status } }, "outbound call");
  }

  return {
    async call(to, call = {}) {
      refuseWithinTransaction(`A call to ${to.url.host}`);
      const rule = { ...RETRY, ...call.retry };
      const isRepeatable = call.isRepeatable ?? isSafeTwice(call);
      // Before a token is spent on it.
      guard(to);
      for (let number = 1; ; number++) {
        await keepPace(to, call);
        const startedAtMs = performance.now();
        const outcome = await attemptCall({ agents, guard, clock }, to, call).catch(asOutcome);
        logOutcome(describeCall(to, call, number, performance.now() - startedAtMs), outcome);
        const isLost = outcome instanceof OutboundError;
        if (isLost && outcome.code !== "unreachable" && outcome.code !== "timeout") throw outcome;
        const waitMs = nextWaitMs(isLost ? "lost" : outcome, number, isRepeatable, rule, random);
        if (waitMs === null) {
          if (isLost) throw outcome;
          return outcome;
        }
        if (!isLost) await outcome.discard();
        await wait(waitMs, call.signal);
      }
    },
    async check(to) {
      refuseWithinTransaction(`A question to name servers about ${to.url.host}`);
      const isOpen = guard(to) === "open";
      const host = to.url.hostname.replace(/^\[|\]$/g, "");
      const addresses = await resolve(host).catch((error: unknown) => {
        throw toOutboundError(error, to.url.host);
      });
      if (isOpen || addresses.every(({ address }) => isAllowed(address))) return;
      throw new OutboundError("refused_address", `${to.url.host}: not a public address`);
    },
    async readTxt(name) {
      refuseWithinTransaction(`A question to name servers about ${name}`);
      try {
        return (await resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === "ENOTFOUND" || code === "ENODATA") return [];
        throw new OutboundError(
          code === "ETIMEOUT" ? "timeout" : "unreachable",
          `${name}: no name server answers`,
        );
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

const isSafeTwice = ({ method = "GET" }: OutboundCall) => method !== "POST" && method !== "PATCH";

/** What the caller's own signal ended is theirs to know, not ours to try again. */
function asOutcome(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  throw error;
}
