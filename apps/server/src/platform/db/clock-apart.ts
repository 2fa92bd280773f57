import { MINUTE_MS } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";
import type { Log } from "#platform/log.ts";
import type { Database } from "./database.ts";

/** From here on sessions, codes and schedules begin or end at another moment than the one that people see. */
const MOST_APART_MS = 30_000;

/**
 * Says where this machine's clock and the database server's are too far apart, null where they agree. Every process asks
 * at its start and ever after: two that agree with the database agree with each other.
 */
export async function clockApart(db: Database, clock: Clock): Promise<string | null> {
  const askedAtMs = clock.now().getTime();
  const { rows } = await db.pool.query<{ now: Date }>("select clock_timestamp() as now");
  const answeredAtMs = clock.now().getTime();
  const there = rows[0]?.now.getTime() ?? answeredAtMs;
  // The answer was made between the two; a slow one says nothing about the clocks.
  const apartMs = there < askedAtMs ? there - askedAtMs : Math.max(0, there - answeredAtMs);
  if (Math.abs(apartMs) <= MOST_APART_MS) return null;
  const seconds = Math.round(Math.abs(apartMs) / 1000);
  return `this machine's clock is ${seconds} s ${apartMs > 0 ? "behind" : "ahead of"} the database server's: codes and sessions end early or late; set both by NTP`;
}

/** How often a process that runs looks: a clock that drifts takes hours, one that is set wrong is seen the same day. */
export const CLOCK_LOOK_MS = 10 * MINUTE_MS;

/** Returns a look at the clocks that says in the log when they come apart, once, and when they agree again. */
export function watchClocks(
  db: Database,
  clock: Clock,
  log: Pick<Log, "warn" | "info">,
): () => Promise<void> {
  let wasApart = false;
  return async () => {
    const apart = await clockApart(db, clock);
    if (apart !== null && !wasApart) log.warn(apart);
    if (apart === null && wasApart) log.info("this machine's clock agrees with the database server's again");
    wasApart = apart !== null;
  };
}
