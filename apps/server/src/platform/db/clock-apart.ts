import type { Clock } from "#platform/clock.ts";
import type { Database } from "./database.ts";

/** From here on sessions, codes and schedules begin or end at another moment than the one that people see. */
const MOST_APART_MS = 30_000;

/**
 * Says where this machine's clock and the database server's are too far apart, null where they agree. Every process asks
 * at its start: two that agree with the database agree with each other.
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
