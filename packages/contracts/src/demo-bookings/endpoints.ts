import type { Endpoints } from "../endpoint.ts";
import type { demoBookingRoutes } from "./routes.ts";

export const demoBookingEndpoints: Endpoints<typeof demoBookingRoutes> = {
  slots: { method: "GET", path: "/demo-slots" },
  book: { method: "POST", path: "/demo-bookings", idempotent: true },
  own: { method: "POST", path: "/demo-bookings/own" },
  move: { method: "POST", path: "/demo-bookings/own/move" },
  cancel: { method: "POST", path: "/demo-bookings/own/cancel" },
  list: { method: "GET", path: "/admin/demo-bookings" },
  cancelByTeam: { method: "POST", path: "/admin/demo-bookings/:id/cancel" },
  remove: { method: "DELETE", path: "/admin/demo-bookings/:id" },
  calendar: { method: "GET", path: "/admin/demo-calendar" },
  changeCalendar: { method: "PUT", path: "/admin/demo-calendar" },
};
