import type { DemoSlot } from "@forestay/contracts/wire";

/** A day as the visitor's clocks have it, with its times. */
export interface BookingDay {
  /** YYYY-MM-DD in the visitor's zone. */
  day: string;
  slots: readonly DemoSlot[];
  free: number;
}

/** Offered times by the days of a zone, in order. */
export function daysOf(slots: readonly DemoSlot[], timeZone: string): BookingDay[] {
  const days = new Map<string, DemoSlot[]>();
  // The Swedish way of writing a date is the ISO one.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  for (const slot of slots) {
    const day = format.format(new Date(slot.startsAt));
    const own = days.get(day);
    if (own === undefined) days.set(day, [slot]);
    else own.push(slot);
  }
  return [...days].map(([day, own]) => ({
    day,
    slots: own,
    free: own.filter(({ free }) => free > 0).length,
  }));
}

/** The zone of this machine, as its browser names it. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** 'Zurich, UTC+2', with the offset of that moment, or of this one. */
export function zoneLabel(timeZone: string, at = new Date()): string {
  const offset = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  const city = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return `${city}, ${(offset ?? "").replace("GMT", "UTC")}`;
}

/** Every zone that the browser knows, its own among them. */
export function knownTimeZones(own: string): string[] {
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].toSorted((a, b) =>
    a.localeCompare(b),
  );
}
