import { PRODUCT_NAME } from "@forestay/contracts";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { mailDomain, type OutgoingMail } from "#modules/mail/index.ts";
import type { Config } from "#config";
import type { BookingRow } from "./booking-repository.ts";

type Attachment = NonNullable<OutgoingMail["attachments"]>[number];

/**
 * The booking for calendar programs (RFC 5545): the same event under the same id, of which the higher sequence counts, so
 * that a move replaces it and a cancellation takes it away (RFC 5546).
 */
export function calendarFile(
  config: Config,
  booking: BookingRow,
  { place, organizer, url, now }: { place: string; organizer: string; url: string; now: Date },
): Attachment {
  const isOff = booking.status === "Cancelled";
  const method = isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: `//${PRODUCT_NAME}//demo//EN`, method });
  calendar.createEvent({
    id: `demo-${booking.id}@${mailDomain(config)}`,
    sequence: booking.sequence,
    start: booking.starts_at,
    end: booking.ends_at,
    stamp: now,
    summary: `${PRODUCT_NAME} demo`,
    description: `${place === "" ? "" : `${place}\n\n`}Move it or call it off: ${url}`,
    ...(place === "" ? {} : { location: place }),
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: PRODUCT_NAME, email: organizer },
    attendees: [{ name: booking.name, email: booking.email, rsvp: false }],
  });
  return {
    fileName: "demo.ics",
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  };
}
