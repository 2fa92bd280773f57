/** Where a booked demo stands. `Held` is said by the time alone: its end has passed. */
export const demoBookingStatuses = ["Booked", "Cancelled"] as const;
export type DemoBookingStatus = (typeof demoBookingStatuses)[number];

/** How many customers a visitor has, as they choose it. */
export const demoCustomerCounts = [
  "Under 1,000",
  "1,000 to 5,000",
  "5,000 to 50,000",
  "50,000 to 500,000",
  "More",
] as const;
export type DemoCustomerCount = (typeof demoCustomerCounts)[number];

/** Which bookings staff look at: those to come, those that were, all. */
export const demoBookingSpans = ["upcoming", "past", "all"] as const;
export type DemoBookingSpan = (typeof demoBookingSpans)[number];

/** Bounds of the calendar, for the form and for what checks it. */
export const demoCalendarLimits = {
  minutes: [15, 20, 30, 45, 60, 90],
  capacity: 20,
  noticeHours: 720,
  daysAhead: 90,
  hours: 42,
  daysOff: 200,
} as const;

/** How often one visitor may move a booking: enough for any change of plans, and no way to have mails sent without end. */
export const MOST_MOVES = 10;
