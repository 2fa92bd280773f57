import { z } from "zod";
import { formTraps } from "../form-traps.ts";
import { nameSchema, orEmptyName, personNameSchema } from "../names.ts";
import { daySchema, emailSchema, timestamp } from "../shapes.ts";
import { demoBookingStatuses, demoCalendarLimits, demoCustomerCounts } from "./vocabulary.ts";

/** '09:30', of a wall clock. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 09:30");
const timeZoneName = z.string().trim().min(1).max(60);

/** A stretch of one weekday in which demos are held, by the clocks of the calendar's zone. */
export const demoHoursSchema = z.object({
  /** 1 Monday to 7 Sunday. */
  weekday: z.number().int().min(1).max(7),
  from: clockTime,
  /** The last demo has ended by then. '24:00' is written '23:59'. */
  to: clockTime,
});
export type DemoHours = z.infer<typeof demoHoursSchema>;

export const demoCalendarSchema = z.object({
  /** Whether visitors are offered times. */
  isOpen: z.boolean(),
  timeZone: timeZoneName,
  /** Length of a demo in minutes; slots follow one another without a gap. */
  slotMinutes: z
    .number()
    .int()
    .refine(
      (minutes) => demoCalendarLimits.minutes.some((one) => one === minutes),
      "Choose one of the lengths",
    ),
  /** How many demos may be held at one time. */
  capacity: z.number().int().min(1).max(demoCalendarLimits.capacity),
  /** A demo is booked at least so many hours before it begins. */
  noticeHours: z.number().int().min(0).max(demoCalendarLimits.noticeHours),
  /** Times are offered this many days ahead. */
  daysAhead: z.number().int().min(1).max(demoCalendarLimits.daysAhead),
  hours: z.array(demoHoursSchema).max(demoCalendarLimits.hours),
  /** Days without demos, by the calendar's zone. */
  daysOff: z.array(daySchema).max(demoCalendarLimits.daysOff),
  /** Who gets word of each booking; null: the support address. */
  teamEmail: emailSchema.nullable(),
  /** Where it takes place, as the visitor's mail says it: the link of a video room, a number to call. */
  place: z.string().trim().max(500),
});
export type DemoCalendar = z.infer<typeof demoCalendarSchema>;

export const demoSlotSchema = z.object({
  startsAt: timestamp,
  /** Places left; 0: taken. */
  free: z.number().int().min(0),
});
export type DemoSlot = z.infer<typeof demoSlotSchema>;

export const bookDemoBody = z.object({
  startsAt: timestamp,
  /** The visitor's zone, in which mails tell the time. */
  timeZone: timeZoneName,
  name: personNameSchema,
  email: emailSchema,
  companyName: orEmptyName(nameSchema(200)),
  customers: z.enum(demoCustomerCounts).optional(),
  /** What to look at; read by the team alone. */
  topic: z.string().trim().max(2000).optional(),
  ...formTraps,
});

/** What the visitor's own link shows of a booking. */
export const ownDemoBookingSchema = z.object({
  startsAt: timestamp,
  minutes: z.number().int(),
  timeZone: z.string(),
  status: z.enum(demoBookingStatuses),
  place: z.string(),
  /** It has not begun, and may be moved or called off. */
  canChange: z.boolean(),
  /** False where mail stays on this server: nothing confirms a change but the page. */
  mailLeaves: z.boolean(),
});
export type OwnDemoBooking = z.infer<typeof ownDemoBookingSchema>;

export const demoBookingSchema = z.object({
  id: z.uuid(),
  startsAt: timestamp,
  minutes: z.number().int(),
  timeZone: z.string(),
  status: z.enum(demoBookingStatuses),
  /** Who called it off; null while it stands. */
  cancelledBy: z.enum(["visitor", "team"]).nullable(),
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  customers: z.string(),
  topic: z.string(),
  bookedAt: timestamp,
  moves: z.number().int(),
});
export type DemoBooking = z.infer<typeof demoBookingSchema>;
