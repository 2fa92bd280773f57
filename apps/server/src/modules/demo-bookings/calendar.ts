import type { DemoCalendar } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import type { Config } from "#config";
import type { DemoCalendar as CalendarTable } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";

export type StoredCalendar = DemoCalendar & { version: number };

/**
 * When demos are held. Until somebody chose, it is open where the sample company may be, which shows the page at work, and
 * closed in production: nobody is promised a person's time unasked.
 */
export async function readCalendar(
  tx: Tx,
  config: Pick<Config, "demo">,
  { forUpdate = false } = {},
): Promise<StoredCalendar> {
  const one = tx.selectFrom("demo_calendar").selectAll();
  return toCalendar(await (forUpdate ? one.forUpdate() : one).executeTakeFirstOrThrow(), config);
}

/** Writes the calendar over the version that was read; null where somebody else was quicker. */
export async function writeCalendar(
  tx: Tx,
  config: Pick<Config, "demo">,
  { version, ...calendar }: StoredCalendar,
): Promise<StoredCalendar | null> {
  const row = await tx
    .updateTable("demo_calendar")
    .set({
      is_open: calendar.isOpen,
      time_zone: calendar.timeZone,
      slot_minutes: calendar.slotMinutes,
      capacity: calendar.capacity,
      notice_hours: calendar.noticeHours,
      days_ahead: calendar.daysAhead,
      hours: JSON.stringify(calendar.hours),
      days_off: JSON.stringify(calendar.daysOff),
      team_email: calendar.teamEmail,
      place: calendar.place,
      version: sql<number>`version + 1`,
    })
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toCalendar(row, config);
}

function toCalendar(row: Selectable<CalendarTable>, config: Pick<Config, "demo">): StoredCalendar {
  return {
    isOpen: row.is_open ?? config.demo,
    timeZone: row.time_zone,
    slotMinutes: row.slot_minutes,
    capacity: row.capacity,
    noticeHours: row.notice_hours,
    daysAhead: row.days_ahead,
    hours: row.hours as unknown as DemoCalendar["hours"],
    daysOff: row.days_off as unknown as string[],
    teamEmail: row.team_email,
    place: row.place,
    version: row.version,
  };
}
