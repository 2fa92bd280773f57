import { PRODUCT_NAME } from "@forestay/contracts";
import { formatAppointment } from "@forestay/contracts/words";
import { mailDomain, sendMail, webAddress } from "#modules/mail/index.ts";
import { findFirstAdminEmail } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { minutesOfBooking, type BookingRow } from "./booking-repository.ts";
import { bookingToken } from "./booking-token.ts";
import type { StoredCalendar } from "./calendar.ts";
import { calendarFile } from "./calendar-file.ts";
import { newsForTeam, tellTeamOfBooking } from "./tell-team.ts";

/** What became of a booking, for the two mails about it. */
export type BookingNews =
  | { kind: "booked" }
  | { kind: "moved"; from: Date }
  | { kind: "cancelled"; by: "visitor" | "team" };

const forVisitor = {
  booked: { subject: "Your demo", title: "Your demo is booked" },
  moved: { subject: "Your demo was moved", title: "Your demo was moved" },
  cancelled: { subject: "Your demo was called off", title: "Your demo was called off" },
} as const;

/**
 * Tells the visitor, with a calendar file and the link by which they move or cancel, and the team: whoever the calendar
 * names, else the support address, and the team's chat where it has one. All of it is written in the transaction of what
 * it tells.
 */
export async function mailAboutBooking(
  context: ModuleContext,
  tx: Tx,
  { booking, calendar, news }: { booking: BookingRow; calendar: StoredCalendar; news: BookingNews },
): Promise<void> {
  const { config, clock, secretKeys, jobs } = context;
  const now = clock.now();
  const token = bookingToken(secretKeys, booking.id);
  const url = webAddress(config, `/book-demo?token=${token}`);
  const team = calendar.teamEmail ?? config.supportEmail ?? (await findFirstAdminEmail(tx));
  const file = calendarFile(config, booking, {
    place: calendar.place,
    organizer: team ?? `no-reply@${mailDomain(config)}`,
    url,
    now,
  });
  const uniqueKey = `demo-booking:${booking.id}:${booking.sequence}`;
  const when = `${formatAppointment(booking.starts_at, now, booking.time_zone)} (${booking.time_zone})`;
  const minutes = `${minutesOfBooking(booking)} minutes`;
  const words = forVisitor[news.kind];
  await sendMail(context, tx, {
    to: booking.email,
    companyId: null,
    subject: `${words.subject}: ${formatAppointment(booking.starts_at, now, booking.time_zone)}`,
    uniqueKey,
    secrets: [token],
    attachments: [file],
    template: {
      title: words.title,
      paragraphs: visitorSays(news),
      rows: [
        { label: "When", value: when },
        { label: "How long", value: minutes },
        ...(calendar.place === "" || news.kind === "cancelled"
          ? []
          : [{ label: "Where", value: calendar.place }]),
      ],
      ...(news.kind === "cancelled"
        ? { action: { label: "Choose another time", url: webAddress(config, "/book-demo") } }
        : { action: { label: "Move it or call it off", url } }),
      footer: `You get this mail because somebody, most likely you, booked a demo of ${PRODUCT_NAME} with this address. If it was not you, call it off by the link above.`,
    },
  });
  if (config.teamWebhookUrl !== null)
    await jobs.enqueue(tx, tellTeamOfBooking, { bookingId: booking.id, news: news.kind });
  if (team === null) return;
  const home = `${formatAppointment(booking.starts_at, now, calendar.timeZone)} (${calendar.timeZone})`;
  await sendMail(context, tx, {
    to: team,
    companyId: null,
    subject: `${booking.name} ${newsForTeam[news.kind]}: ${home}`,
    uniqueKey: `${uniqueKey}:team`,
    secrets: [token],
    attachments: [file],
    template: {
      title: `${booking.name} ${newsForTeam[news.kind]}`,
      paragraphs: news.kind === "cancelled" && news.by === "team" ? ["It was called off by the team."] : [],
      rows: [
        { label: "When", value: home, valueNote: `${minutes}; for them ${when}` },
        ...(news.kind === "moved"
          ? [{ label: "Before", value: formatAppointment(news.from, now, calendar.timeZone) }]
          : []),
        { label: "E-mail", value: booking.email },
        ...(booking.company_name === "" ? [] : [{ label: "Company", value: booking.company_name }]),
        ...(booking.customers === "" ? [] : [{ label: "Customers", value: booking.customers }]),
      ],
      sections: booking.topic === "" ? [] : [{ heading: "What to look at", paragraphs: [booking.topic] }],
      action: {
        label: "All demos",
        url: webAddress(config, "/app/admin/waiting-list/demos"),
      },
      footer: "You get this mail because demos are held by you, or because you are named for support.",
    },
  });
}

function visitorSays(news: BookingNews): string[] {
  if (news.kind === "booked") return ["The calendar file is attached. Moving or canceling takes one click."];
  if (news.kind === "moved") return ["The attached calendar file takes the place of the one before."];
  return news.by === "team"
    ? ["We are sorry: we cannot be there at that time. Please choose another one."]
    : ["It is off. The attached file takes it out of your calendar."];
}
