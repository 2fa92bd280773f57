import { MOST_MOVES, type DemoBooking, type OwnDemoBooking } from "@forestay/contracts";
import { DELETED_PERSON } from "@forestay/contracts/words";
import { erasePersonFromAudit, recordAudit } from "#modules/audit/index.ts";
import { isEmailTaken, type Actor } from "#modules/companies/index.ts";
import { eraseMailsTo } from "#modules/mail/index.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { offeredSlot, takeSeat } from "./book-demo.ts";
import { lockBooking, minutesOfBooking, toBooking, type BookingRow } from "./booking-repository.ts";
import { mailAboutBooking } from "./booking-mails.ts";
import { readBookingToken } from "./booking-token.ts";
import { readCalendar, type StoredCalendar } from "./calendar.ts";

/** A booking by the link of its mail. Throws `not_found` for a link that is none of ours. */
export function readOwnBooking(context: ModuleContext, token: string): Promise<OwnDemoBooking> {
  return withSystem(context.db, async (tx) => {
    const calendar = await readCalendar(tx, context.config);
    return toOwn(context, await ownBooking(context, tx, token), calendar);
  });
}

/** Moves a booking to another time of the calendar. To the time that it has: nothing happens. */
export function moveOwnBooking(
  context: ModuleContext,
  { token, startsAt }: { token: string; startsAt: string },
  ipAddress: string,
): Promise<OwnDemoBooking> {
  const { db, config, clock } = context;
  return withSystem(db, async (tx) => {
    const calendar = await readCalendar(tx, config, { forUpdate: true });
    const booking = await ownBooking(context, tx, token);
    const now = clock.now();
    refuseChange(booking, now);
    if (booking.starts_at.getTime() === Date.parse(startsAt)) return toOwn(context, booking, calendar);
    if (booking.moves >= MOST_MOVES) {
      throw new AppError("invalid_state", {
        message: "This demo was moved very often. Call it off and book another one.",
      });
    }
    const slot = offeredSlot(calendar, startsAt, now);
    const seat = await takeSeat(tx, slot, calendar.capacity, booking.id);
    const moved = await tx
      .updateTable("demo_bookings")
      .set({
        starts_at: slot.startsAt,
        ends_at: slot.endsAt,
        seat,
        sequence: booking.sequence + 1,
        moves: booking.moves + 1,
      })
      .where("id", "=", booking.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await mailAboutBooking(context, tx, {
      booking: moved,
      calendar,
      news: { kind: "moved", from: booking.starts_at },
    });
    await recordAudit(
      tx,
      { visitor: true, companyId: null, ipAddress },
      {
        action: "demo_booking.moved",
        target: moved.email,
        targetId: moved.id,
        before: { startsAt: booking.starts_at.toISOString() },
        after: { startsAt: moved.starts_at.toISOString() },
      },
    );
    return toOwn(context, moved, calendar);
  });
}

/** Calls a booking off by its link; its time is free again. */
export function cancelOwnBooking(
  context: ModuleContext,
  token: string,
  ipAddress: string,
): Promise<OwnDemoBooking> {
  return withSystem(context.db, async (tx) => {
    const calendar = await readCalendar(tx, context.config, { forUpdate: true });
    const booking = await ownBooking(context, tx, token);
    const actor = { visitor: true, companyId: null, ipAddress } as const;
    const off = await callOff(context, tx, { booking, calendar, by: "visitor", actor });
    return toOwn(context, off, calendar);
  });
}

/** Calls a booking off for the team; the visitor is told. Throws `not_found`, and `invalid_state` once it has begun. */
export function cancelBookingByTeam(
  context: ModuleContext,
  user: SignedInUser,
  id: string,
): Promise<DemoBooking> {
  return withSystem(context.db, async (tx) => {
    const calendar = await readCalendar(tx, context.config, { forUpdate: true });
    const booking = await lockBooking(tx, id);
    if (booking === undefined) throw new AppError("not_found");
    return toBooking(await callOff(context, tx, { booking, calendar, by: "team", actor: user }));
  });
}

/** Deletes a booking that is over or off, with mails to its address and its name in the log, unless that is an account's. */
export function removeBooking({ db, clock }: ModuleContext, user: SignedInUser, id: string): Promise<void> {
  return withSystem(db, async (tx) => {
    const booking = await lockBooking(tx, id);
    if (booking === undefined) throw new AppError("not_found");
    if (booking.status === "Booked" && booking.ends_at > clock.now()) {
      throw new AppError("invalid_state", { message: "Call it off first: its visitor still expects it." });
    }
    await tx.deleteFrom("demo_bookings").where("id", "=", id).execute();
    if (!(await isEmailTaken(tx, booking.email))) {
      await eraseMailsTo(tx, booking.email);
      await erasePersonFromAudit(tx, { userId: id, email: booking.email });
    }
    await recordAudit(tx, user, {
      action: "demo_booking.deleted",
      target: DELETED_PERSON,
      targetId: id,
      companyId: null,
    });
  });
}

interface CallingOff {
  booking: BookingRow;
  calendar: StoredCalendar;
  by: "visitor" | "team";
  actor: Actor;
}

async function callOff(
  context: ModuleContext,
  tx: Tx,
  { booking, calendar, by, actor }: CallingOff,
): Promise<BookingRow> {
  if (booking.status === "Cancelled") return booking;
  refuseChange(booking, context.clock.now());
  const off = await tx
    .updateTable("demo_bookings")
    .set({ status: "Cancelled", called_off: by, sequence: booking.sequence + 1 })
    .where("id", "=", booking.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await mailAboutBooking(context, tx, { booking: off, calendar, news: { kind: "cancelled", by } });
  await recordAudit(tx, actor, {
    action: "demo_booking.cancelled",
    target: off.email,
    targetId: off.id,
    companyId: null,
  });
  return off;
}

async function ownBooking({ secretKeys }: ModuleContext, tx: Tx, token: string): Promise<BookingRow> {
  const id = readBookingToken(secretKeys, token);
  const booking = id === null ? undefined : await lockBooking(tx, id);
  if (booking === undefined) {
    throw new AppError("not_found", {
      message: "This link leads to no booking. Book a demo to get a new one.",
    });
  }
  return booking;
}

function refuseChange(booking: BookingRow, now: Date): void {
  if (booking.status === "Cancelled") {
    throw new AppError("invalid_state", { message: "This demo was called off. Book another one." });
  }
  if (booking.starts_at <= now) {
    throw new AppError("invalid_state", { message: "This demo has begun already." });
  }
}

function toOwn(
  { config, clock }: ModuleContext,
  booking: BookingRow,
  calendar: StoredCalendar,
): OwnDemoBooking {
  return {
    startsAt: booking.starts_at.toISOString(),
    minutes: minutesOfBooking(booking),
    timeZone: booking.time_zone,
    status: booking.status as OwnDemoBooking["status"],
    place: calendar.place,
    canChange: booking.status === "Booked" && booking.starts_at > clock.now(),
    mailLeaves: config.smtpUrl !== null,
  };
}
