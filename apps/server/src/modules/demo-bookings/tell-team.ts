import { formatAppointment } from "@forestay/contracts/words";
import { z } from "zod";
import { webAddress } from "#modules/mail/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { configuredAddress } from "#platform/outbound/destination.ts";
import { minutesOfBooking, type BookingRow } from "./booking-repository.ts";
import { readCalendar } from "./calendar.ts";

/** What a booking's news is to the team. */
export const newsForTeam = {
  booked: "booked a demo",
  moved: "moved a demo",
  cancelled: "called a demo off",
} as const;

const TOO_MANY_REQUESTS = 429;

/**
 * Tells the team's chat what became of a booking, by the webhook that TEAM_WEBHOOK_URL names (Slack's incoming webhooks and
 * what takes the same form). A line of text, as the booking stands when it is posted; one that was deleted meanwhile is
 * not told. Told twice at worst, where a worker dies between the post and the queue hearing of it.
 */
export const tellTeamOfBooking = defineJob({
  name: "demo-bookings.tell-team",
  schema: z.object({ bookingId: z.uuid(), news: z.enum(["booked", "moved", "cancelled"]) }),
  async handler({ db, config, clock, outbound, log, signal, payload: { bookingId, news } }) {
    // A restored copy tells nobody.
    if (config.teamWebhookUrl === null || config.outgoingHold !== null) return;
    const text = await withSystem(db, async (tx) => {
      const booking = await tx
        .selectFrom("demo_bookings")
        .selectAll()
        .where("id", "=", bookingId)
        .executeTakeFirst();
      if (booking === undefined) return null;
      const { timeZone } = await readCalendar(tx, config);
      const when = `${formatAppointment(booking.starts_at, clock.now(), timeZone)} (${timeZone})`;
      return wordsFor(booking, news, when, webAddress(config, "/app/admin/waiting-list/demos"));
    });
    if (text === null) return;
    // Whoever knows its path may post to the team's chat.
    const answer = await outbound.call(configuredAddress(config.teamWebhookUrl, { hidesPath: true }), {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({ text }),
      signal,
    });
    answer.discard();
    if (answer.status < 300) return;
    if (answer.status >= 500 || answer.status === TOO_MANY_REQUESTS)
      throw new Error(`The team's webhook answered ${answer.status}`);
    // It was taken down there, or is none: another try says the same.
    log.error({ status: answer.status }, "the team's webhook refused the news of a booked demo");
  },
});

/** Links and mentions are marked up with these three: a stranger's words make none. */
const plain = (words: string) =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function wordsFor(booking: BookingRow, news: keyof typeof newsForTeam, when: string, list: string): string {
  const { name, email, company_name: company, customers, topic } = booking;
  const about = [email, company, customers === "" ? "" : `${customers} customers`];
  return [
    `${plain(name)} ${newsForTeam[news]}: ${when}, ${minutesOfBooking(booking)} minutes`,
    plain(about.filter((one) => one !== "").join(", ")),
    ...(topic === "" ? [] : [`To look at: ${plain(topic)}`]),
    list,
  ].join("\n");
}
