import type { PeerClock } from "../kit/index.ts";
import { tooMany, type LimitPolicy } from "./hubspot-errors.ts";

/** Requests that a portal takes; what is not set is not held to. */
export interface Limits {
  perTenSeconds?: number;
  searchesPerSecond?: number;
  perDay?: number;
}

const TEN_S = 10_000;
const DEFAULT_MAX = 190;

/** Counts requests by the clock: ten seconds rolling, searches by the second, days until midnight. */
export class LimitBook {
  readonly #limits: Limits;
  readonly #clock: PeerClock;
  #recent: number[] = [];
  #searches: number[] = [];
  #day = { date: "", count: 0 };

  constructor(limits: Limits, clock: PeerClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts one request; throws the 429 where it is one too many. */
  count(isSearch: boolean): void {
    const now = this.#clock.now();
    const date = new Date(now).toISOString().slice(0, 10);
    if (this.#day.date !== date) this.#day = { date, count: 0 };
    this.#recent = this.#recent.filter((at) => at > now - TEN_S);
    this.#searches = this.#searches.filter((at) => at > now - 1000);
    const { perTenSeconds, searchesPerSecond, perDay } = this.#limits;
    const over: [LimitPolicy, number, number | undefined][] = [
      ["DAILY", this.#day.count, perDay],
      ["SECONDLY", isSearch ? this.#searches.length : 0, searchesPerSecond],
      ["TEN_SECONDLY_ROLLING", this.#recent.length, perTenSeconds],
    ];
    for (const [policy, count, limit] of over)
      if (limit !== undefined && count >= limit) throw tooMany(policy);
    this.#day.count += 1;
    if (isSearch) this.#searches.push(now);
    else this.#recent.push(now);
  }

  /** Said with every answer but those of searches. */
  headers(): Record<string, string> {
    const max = this.#limits.perTenSeconds ?? DEFAULT_MAX;
    return {
      "x-hubspot-ratelimit-interval-milliseconds": String(TEN_S),
      "x-hubspot-ratelimit-max": String(max),
      "x-hubspot-ratelimit-remaining": String(Math.max(0, max - this.#recent.length)),
    };
  }
}
