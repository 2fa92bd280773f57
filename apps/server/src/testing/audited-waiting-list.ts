import { demoBookingRoutes, type AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { TestApp } from "./test-app.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string; body?: object; as?: CompanyUser | null },
) => Promise<LightMyRequestResponse>;

/** Everything that is done with the waiting list, once: by a visitor, and by the platform's staff. */
export async function walkWaitingList(
  app: TestApp,
  writes: Writes,
  { email, admin }: { email: string; admin: CompanyUser },
): Promise<void> {
  await writes("waiting_list.joined", "POST /waiting-list/join", { as: null, body: { email } });
  const token = "a-token-of-the-mail";
  const [entry] = await app.queryAsAdmin<{ id: string }>(
    "update waiting_list_entries set confirm_token_hash = sha256($2::bytea) where email = $1 returning id",
    [email, Buffer.from(token)],
  );
  const deed = { as: admin, id: entry?.id ?? "" };
  await writes("waiting_list.confirmed", "POST /waiting-list/confirm", { as: null, body: { token } });
  await writes("waiting_list.invited", "POST /waiting-list/:id/invite", deed);
  await writes("waiting_list.link_made", "POST /waiting-list/:id/link", deed);
  await writes("waiting_list.exported", "POST /waiting-list/exports", { as: admin });
  await writes("waiting_list.removed", "DELETE /waiting-list/:id", deed);
  await writes("waiting_list.deleted", "DELETE /waiting-list/:id", deed);
  await walkDemoBookings(app, writes, { email, admin });
}

/** Every route of booked demos, once: a visitor books, moves and cancels; the team changes the calendar, cancels, deletes. */
async function walkDemoBookings(
  app: TestApp,
  writes: Writes,
  { email, admin }: { email: string; admin: CompanyUser },
): Promise<void> {
  const {
    version: _,
    supportEmail: __,
    ...calendar
  } = (await app.call(admin, demoBookingRoutes.calendar, {})).body;
  await writes("demo_calendar.changed", "PUT /admin/demo-calendar", {
    as: admin,
    body: { ...calendar, isOpen: true, capacity: 2, version: 1 },
  });
  const { slots } = (await app.call(null, demoBookingRoutes.slots, {})).body;
  const who = { name: "Elena Brandt", email, timeZone: "Europe/Zurich" };
  const book = async (at: number) =>
    (
      await writes("demo_booking.booked", "POST /demo-bookings", {
        as: null,
        body: { ...who, startsAt: slots[at]?.startsAt },
      })
    ).json<{ manageToken: string }>().manageToken;
  const token = await book(0);
  const moved = { token, startsAt: slots[1]?.startsAt };
  await writes("demo_booking.moved", "POST /demo-bookings/own/move", { as: null, body: moved });
  await writes("demo_booking.cancelled", "POST /demo-bookings/own/cancel", { as: null, body: { token } });
  await book(2);
  const [booking] = (await app.call(admin, demoBookingRoutes.list, { query: { search: email } })).body.items;
  const deed = { as: admin, id: booking?.id ?? "" };
  await writes("demo_booking.cancelled", "POST /admin/demo-bookings/:id/cancel", deed);
  await writes("demo_booking.deleted", "DELETE /admin/demo-bookings/:id", deed);
}
