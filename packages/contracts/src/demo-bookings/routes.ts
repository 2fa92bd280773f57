import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams, timestamp } from "../shapes.ts";
import {
  bookDemoBody,
  demoBookingSchema,
  demoCalendarSchema,
  demoSlotSchema,
  ownDemoBookingSchema,
} from "./schemas.ts";
import { demoBookingSpans } from "./vocabulary.ts";

const token = z.string().min(10).max(200);
const storedCalendar = demoCalendarSchema.extend({
  /** Sent back with a change, so that nobody overwrites what somebody else changed meanwhile. */
  version: z.number().int(),
  /** Where word of bookings goes while `teamEmail` says nothing; null: nowhere. */
  supportEmail: z.string().nullable(),
});

export const demoBookingRoutes = {
  slots: defineRoute({
    method: "GET",
    path: "/demo-slots",
    summary: "Times at which a demo can be booked, and those that are taken",
    policy: "public",
    response: z.object({
      /** False: no demos are offered here. */
      isOpen: z.boolean(),
      minutes: z.number().int(),
      /** False where mail stays on this server: no confirmation comes. */
      mailLeaves: z.boolean(),
      slots: z.array(demoSlotSchema),
    }),
    rateLimit: "page",
    tags: ["Demo bookings"],
  }),
  book: defineRoute({
    method: "POST",
    path: "/demo-bookings",
    summary: "Book a demo; a time that was taken meanwhile is refused, and nothing is said of the address",
    policy: "public",
    body: bookDemoBody,
    /** `manageToken` opens the booking at /book-demo, as the link of the mail does; null for what a program filled in. */
    response: z.object({
      startsAt: timestamp,
      minutes: z.number().int(),
      place: z.string(),
      manageToken: z.string().nullable(),
      /** False where mail stays on this server: the page itself then has to tell all of it. */
      mailLeaves: z.boolean(),
    }),
    rateLimit: "booking",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Demo bookings"],
  }),
  own: defineRoute({
    method: "POST",
    path: "/demo-bookings/own",
    summary: "A booking by the signed link of its mail",
    policy: "public",
    body: z.object({ token }),
    response: ownDemoBookingSchema,
    rateLimit: "code",
    errors: ["not_found"],
    tags: ["Demo bookings"],
  }),
  move: defineRoute({
    method: "POST",
    path: "/demo-bookings/own/move",
    summary: "Move a booking to another time, by its signed link",
    policy: "public",
    body: z.object({ token, startsAt: timestamp }),
    response: ownDemoBookingSchema,
    rateLimit: "code",
    errors: ["not_found", "invalid_state"],
    tags: ["Demo bookings"],
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/demo-bookings/own/cancel",
    summary: "Call a booking off, by its signed link; twice is once",
    policy: "public",
    body: z.object({ token }),
    response: ownDemoBookingSchema,
    rateLimit: "code",
    errors: ["not_found", "invalid_state"],
    tags: ["Demo bookings"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/admin/demo-bookings",
    summary: "Booked demos: those to come in their order, those that were from the latest on",
    policy: "admin:platform",
    query: z.object({
      ...pageQuery(25),
      span: z.enum(demoBookingSpans).default("upcoming"),
      /** Looked for in names, addresses and companies. */
      search: z.string().max(200).optional(),
    }),
    response: listOf(demoBookingSchema).extend({ isOpen: z.boolean() }),
    rateLimit: "read",
    tags: ["Demo bookings"],
  }),
  cancelByTeam: defineRoute({
    method: "POST",
    path: "/admin/demo-bookings/:id/cancel",
    summary: "Call a booking off; its visitor is told by mail",
    policy: "admin:platform",
    params: idParams,
    response: demoBookingSchema,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Demo bookings"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/admin/demo-bookings/:id",
    summary: "Delete a booking that was called off or is over, with the mails about it",
    policy: "admin:platform",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Demo bookings"],
  }),
  calendar: defineRoute({
    method: "GET",
    path: "/admin/demo-calendar",
    summary: "When demos are held",
    policy: "admin:platform",
    response: storedCalendar,
    rateLimit: "read",
    tags: ["Demo bookings"],
  }),
  changeCalendar: defineRoute({
    method: "PUT",
    path: "/admin/demo-calendar",
    summary: "Change when demos are held; what is booked already stays booked",
    policy: "admin:system",
    body: demoCalendarSchema.extend({ version: z.number().int() }),
    response: storedCalendar,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Demo bookings"],
  }),
};
