import { demoBookingRoutes } from "@forestay/contracts";
import { withSystem } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { bookDemo } from "./book-demo.ts";
import { listBookings } from "./booking-repository.ts";
import { readCalendar } from "./calendar.ts";
import { changeCalendar, readCalendarForm } from "./change-calendar.ts";
import {
  cancelBookingByTeam,
  cancelOwnBooking,
  moveOwnBooking,
  readOwnBooking,
  removeBooking,
} from "./change-booking.ts";
import { offerSlots } from "./offer-slots.ts";

/** Binds booking, which anybody may, what a booking's own link may, and what the platform's staff does. */
export function bindDemoBookingRoutes(api: Api, context: ModuleContext): void {
  const { db, config, clock } = context;

  bind(api, demoBookingRoutes.slots, () => offerSlots(context));
  bind(api, demoBookingRoutes.book, ({ body, request }) => bookDemo(context, body, request.ip));
  bind(api, demoBookingRoutes.own, ({ body }) => readOwnBooking(context, body.token));
  bind(api, demoBookingRoutes.move, ({ body, request }) => moveOwnBooking(context, body, request.ip));
  bind(api, demoBookingRoutes.cancel, ({ body, request }) =>
    cancelOwnBooking(context, body.token, request.ip),
  );
  bind(api, demoBookingRoutes.list, ({ query }) =>
    withSystem(db, async (tx) => ({
      ...(await listBookings(tx, query, clock.now())),
      isOpen: (await readCalendar(tx, config)).isOpen,
    })),
  );
  bind(api, demoBookingRoutes.cancelByTeam, ({ params, user }) =>
    cancelBookingByTeam(context, user, params.id),
  );
  bind(api, demoBookingRoutes.remove, async ({ params, user }) => {
    await removeBooking(context, user, params.id);
    return {};
  });
  bind(api, demoBookingRoutes.calendar, () => readCalendarForm(context));
  bind(api, demoBookingRoutes.changeCalendar, ({ body, user }) => changeCalendar(context, user, body));
}
