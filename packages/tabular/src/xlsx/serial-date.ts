import type { DateStyle } from "./number-formats.ts";

const SECONDS_PER_DAY = 86_400;
/** 9999-12-31, the last day Excel knows. */
const LAST_SERIAL = 2_958_466;

/**
 * Turns a spreadsheet's day number into ISO text: `2026-01-31`, with `T09:30:00` when there is a time, or `09:30:00` alone
 * for a time of day. Returns undefined when the number is no date. Excel counts a 29 February 1900 that never was
 * (number 60): it comes out as that date, and fails as one that does not exist.
 */
export function serialToIso(serial: number, style: DateStyle, is1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_SERIAL) return undefined;
  const totalSeconds = Math.round(serial * SECONDS_PER_DAY);
  const day = Math.floor(totalSeconds / SECONDS_PER_DAY);
  const time = new Date((totalSeconds % SECONDS_PER_DAY) * 1000).toISOString().slice(11, 19);
  if (style === "time" && day === 0) return time;
  if (!is1904 && day === 0) return undefined;
  if (!is1904 && day === 60) return "1900-02-29";
  const firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  const date = new Date(firstDay + day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
  return time === "00:00:00" ? date : `${date}T${time}`;
}
