import { DAY_MS, type DeclineClassName } from "@forestay/contracts";
import { CHANCE_DAYS, type RecoveryChances } from "@forestay/metrics";
import { sql, type RawBuilder } from "kysely";

const INTERVALS = CHANCE_DAYS.slice(0, -1);

/** The chance, 0 to 1, that an open case comes in within its 60 days. */
export function chanceOf(
  chances: RecoveryChances,
  { declineClass, firstFailedAt }: { declineClass: DeclineClassName; firstFailedAt: Date },
  now: Date,
): number {
  const days = (now.getTime() - firstFailedAt.getTime()) / DAY_MS;
  const interval = Math.max(
    0,
    INTERVALS.findLastIndex((from) => from <= days),
  );
  return chances[declineClass][interval] ?? 0;
}

/** The same of a row of `recovery_cases`, to sort by. */
export function chanceSql(chances: RecoveryChances, now: Date): RawBuilder<number> {
  const cases = Object.entries(chances).flatMap(([name, byInterval]) =>
    INTERVALS.map((from, interval) => ({ name, from, chance: byInterval[interval] ?? 0 })).toReversed(),
  );
  const lines = cases.map(({ name, from, chance }) =>
    from === 0
      ? sql`when decline_class = ${name} then ${chance}::float8`
      : sql`when decline_class = ${name} and first_failed_at <= ${new Date(now.getTime() - from * DAY_MS)} then ${chance}::float8`,
  );
  return sql<number>`(case ${sql.join(lines, sql` `)} else 0 end)`;
}
