import type { RouteBody, demoBookingRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { isFromProgram, requirePersonMayAsk } from "#platform/http/form-traps.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isTimeZone } from "#platform/zoned-time.ts";
import { findFreeSeat, type BookingRow } from "./booking-repository.ts";
import { mailAboutBooking } from "./booking-mails.ts";
import { bookingToken } from "./booking-token.ts";
import { readCalendar, type StoredCalendar } from "./calendar.ts";
import { slotsOf, type Slot } from "./slots.ts";

type Booking = RouteBody<typeof demoBookingRoutes.book>;

interface Booked {
  startsAt: string;
  minutes: number;
  place: string;
  manageToken: string | null;
  mailLeaves: boolean;
}

/**
 * Books a time that the calendar offers and nobody has. What a program filled in is answered alike and books nothing.
 * Throws `invalid_state` for a time that was taken or is not offered, `validation_failed` for a zone that is none,
 * `rate_limited` where the same address was used for more than four bookings in a day.
 */
export async function bookDemo(context: ModuleContext, booking: Booking, ipAddress: string): Promise<Booked> {
  const { db, config, clock, secretKeys } = context;
  if (!isTimeZone(booking.timeZone)) {
    throw new AppError("validation_failed", { fields: { timeZone: "Choose a time zone" } });
  }
  const now = clock.now();
  return withSystem(db, async (tx) => {
    // Held to the end: of two who want one time, the second looks when the first has it.
    const calendar = await readCalendar(tx, config, { forUpdate: true });
    const slot = offeredSlot(calendar, booking.startsAt, now);
    const answer = {
      startsAt: slot.startsAt.toISOString(),
      minutes: calendar.slotMinutes,
      place: calendar.place,
      mailLeaves: config.smtpUrl !== null,
    };
    if (isFromProgram(booking)) return { ...answer, manageToken: null };
    await requirePersonMayAsk(tx, {
      form: "demo-booking",
      email: booking.email,
      now,
      limitScale: config.rateLimitScale,
    });
    const seat = await takeSeat(tx, slot, calendar.capacity, null);
    const row = await tx
      .insertInto("demo_bookings")
      .values({
        starts_at: slot.startsAt,
        ends_at: slot.endsAt,
        seat,
        name: booking.name,
        email: booking.email,
        company_name: booking.companyName ?? "",
        customers: booking.customers ?? "",
        topic: booking.topic ?? "",
        time_zone: booking.timeZone,
        booked_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await mailAboutBooking(context, tx, { booking: row, calendar, news: { kind: "booked" } });
    await recordAudit(
      tx,
      { visitor: true, companyId: null, ipAddress },
      {
        action: "demo_booking.booked",
        target: row.email,
        targetId: row.id,
        after: { startsAt: answer.startsAt },
      },
    );
    return { ...answer, manageToken: bookingToken(secretKeys, row.id) };
  });
}

/** A time of the calendar, as it stands. Throws `invalid_state` for any other. */
export function offeredSlot(calendar: StoredCalendar, startsAt: string, now: Date): Slot {
  if (!calendar.isOpen) {
    throw new AppError("invalid_state", { message: "No times are offered at the moment." });
  }
  const atMs = Date.parse(startsAt);
  const slot = slotsOf(calendar, now).find((one) => one.startsAt.getTime() === atMs);
  if (slot === undefined) {
    throw new AppError("invalid_state", {
      message: "This time is not offered any more. Choose another one.",
    });
  }
  return slot;
}

/** A seat at that time. Throws `invalid_state` when all are taken. */
export async function takeSeat(
  tx: Tx,
  slot: Slot,
  capacity: number,
  except: BookingRow["id"] | null,
): Promise<number> {
  const seat = await findFreeSeat(tx, slot, capacity, except);
  if (seat === null) {
    throw new AppError("invalid_state", { message: "This time was just taken by someone else." });
  }
  return seat;
}
