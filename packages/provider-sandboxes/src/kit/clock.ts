/** The time at a stand-in: frozen where a test gave it, else the machine's own; both can be moved on. */
export interface PeerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whole seconds since 1970, as Stripe, Slack and tokens count. */
  seconds(): number;
  /** Moves the clock on by `ms`; nothing else happens by itself. */
  advance(ms: number): void;
}

/** A clock that stands at `start` until it is advanced; without `start`, the machine's clock, which an advance moves ahead. */
export function peerClock(start?: Date | string): PeerClock {
  let ahead = 0;
  const frozenAt = start === undefined ? undefined : new Date(start).getTime();
  if (Number.isNaN(frozenAt)) throw new Error(`"${String(start)}" is not a time.`);
  const now = () => (frozenAt ?? Date.now()) + ahead;
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    advance: (ms) => {
      if (ms < 0) throw new Error("A clock does not run backwards.");
      ahead += ms;
    },
  };
}
