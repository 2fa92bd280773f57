import type { ServerModule } from "#platform/server-module.ts";
import { demoBookingRetention } from "./retention.ts";
import { bindDemoBookingRoutes } from "./routes.ts";
import { tellTeamOfBooking } from "./tell-team.ts";

export { eraseDemoBookingsOf } from "./booking-repository.ts";

/** Demos with the platform's staff: a weekly calendar, and what visitors book of it. */
export const demoBookingsModule: ServerModule = {
  name: "demo-bookings",
  routes: bindDemoBookingRoutes,
  jobs: [demoBookingRetention, tellTeamOfBooking],
};
