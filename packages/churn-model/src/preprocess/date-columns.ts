import type { Column } from "../table.ts";

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const DAY_MS = 86_400_000;
/** Share of the different values that must be dates: a few typing errors make no category of a date. */
const DATED_SHARE = 0.95;

/** Days since 1970 of an ISO date as text; NaN for anything else. A time without a zone counts as UTC. */
export function daysOfIsoDate(text: string): number {
  const [, day, time = "00:00", zone = "Z"] = ISO_DATE.exec(text.trim()) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = new Date(`${day}T00:00Z`);
  // The 31st of February is nobody's date, but would be read as the 2nd of March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${time}${zone}`) / DAY_MS;
}

/** A column of ISO dates as text becomes one of days since 1970, which have an order; any other is given back as it is. */
export function withDatesAsDays(column: Column): Column {
  if (column.kind === "numeric") return column;
  const days = new Map<string, number>();
  let dates = 0;
  for (const value of column.values) {
    if (value === null || days.has(value)) continue;
    const day = daysOfIsoDate(value);
    if (!Number.isNaN(day)) dates++;
    days.set(value, day);
    if (days.size >= 20 && dates < days.size / 2) return column;
  }
  if (dates === 0 || dates < DATED_SHARE * days.size) return column;
  const { values, ...rest } = column;
  return {
    ...rest,
    kind: "numeric",
    values: Float64Array.from(values, (value) => (value === null ? Number.NaN : days.get(value)!)),
  };
}
