import type { DemoSlot } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { bookedWithin } from "./booking-repository.ts";
import { readCalendar } from "./calendar.ts";
import { slotsOf } from "./slots.ts";

/** Times that can be booked, and those that are taken, in order. None where the calendar is closed. */
export function offerSlots({ db, config, clock }: ModuleContext): Promise<{
  isOpen: boolean;
  minutes: number;
  mailLeaves: boolean;
  slots: DemoSlot[];
}> {
  const mailLeaves = config.smtpUrl !== null;
  return withSystem(db, async (tx) => {
    const calendar = await readCalendar(tx, config);
    const { isOpen, slotMinutes: minutes, capacity } = calendar;
    const slots = isOpen ? slotsOf(calendar, clock.now()) : [];
    const [first, last] = [slots[0], slots.at(-1)];
    if (first === undefined || last === undefined) return { isOpen, minutes, mailLeaves, slots: [] };
    const booked = await bookedWithin(tx, { startsAt: first.startsAt, endsAt: last.endsAt });
    return {
      isOpen,
      minutes,
      mailLeaves,
      slots: slots.map(({ startsAt, endsAt }) => {
        const taken = booked.filter((one) => one.starts_at < endsAt && one.ends_at > startsAt);
        return {
          startsAt: startsAt.toISOString(),
          free: Math.max(0, capacity - new Set(taken.map(({ seat }) => seat)).size),
        };
      }),
    };
  });
}
