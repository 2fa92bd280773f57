import type { DemoCalendar } from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { findSupportAddress } from "#modules/support/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isTimeZone } from "#platform/zoned-time.ts";
import { readCalendar, writeCalendar, type StoredCalendar } from "./calendar.ts";
import { minutesOf } from "./slots.ts";

/** The calendar as its form shows it. */
export async function readCalendarForm(context: ModuleContext) {
  const calendar = await withSystem(context.db, (tx) => readCalendar(tx, context.config));
  return { ...calendar, supportEmail: await findSupportAddress(context) };
}

/**
 * Changes when demos are held. What is booked already stays. Throws `validation_failed` by field, `conflict` where
 * somebody else changed it meanwhile.
 */
export async function changeCalendar(
  context: ModuleContext,
  user: SignedInUser,
  asked: StoredCalendar,
): Promise<StoredCalendar & { supportEmail: string | null }> {
  const { db, config } = context;
  const fields = problemsOf(asked);
  if (Object.keys(fields).length > 0) throw new AppError("validation_failed", { fields });
  const calendar = await withSystem(db, async (tx) => {
    const before = await readCalendar(tx, config, { forUpdate: true });
    const after = await writeCalendar(tx, config, {
      ...asked,
      hours: asked.hours.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from)),
      daysOff: [...new Set(asked.daysOff)].toSorted(),
    });
    if (after === null) throw new AppError("conflict");
    const changes = changesOf({ ...before, version: 0 }, { ...after, version: 0 });
    if (changes !== null) {
      await recordAudit(tx, user, { action: "demo_calendar.changed", companyId: null, ...changes });
    }
    return after;
  });
  return { ...calendar, supportEmail: await findSupportAddress(context) };
}

function problemsOf({ timeZone, hours, slotMinutes, isOpen }: DemoCalendar): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!isTimeZone(timeZone)) problems.timeZone = "Choose a time zone";
  const inOrder = hours.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from));
  for (const [index, { weekday, from, to }] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (minutesOf(to) <= minutesOf(from))
      problems.hours = `${from} to ${to}: the end has to be after the beginning`;
    else if (to !== "23:59" && minutesOf(to) - minutesOf(from) < slotMinutes)
      problems.hours = `${from} to ${to} is too short for a demo of ${slotMinutes} minutes`;
    if (before?.weekday === weekday && minutesOf(before.to) > minutesOf(from))
      problems.hours = `${before.from} to ${before.to} and ${from} to ${to} of one day overlap`;
  }
  if (isOpen && hours.length === 0)
    problems.hours = "Say on which days and hours demos are held, or close the calendar";
  return problems;
}
