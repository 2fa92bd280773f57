import { formatAppointment } from "@forestay/contracts/words";

/** When somebody is expected, as read today: the year is named where it is another one. */
export const appointmentWords = (startsAt: string, timeZone: string): string =>
  formatAppointment(startsAt, new Date(), timeZone);
