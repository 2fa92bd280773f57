import { categoryOf, usualValue } from "../features/build-table.ts";
import type { FeatureRow, PlannedColumn } from "../features/feature-plan.ts";
import { windowDays } from "../features/feature-words.ts";

/** A difference smaller than this share of the usual value is not worth the words "was 22". */
const NOTICEABLE_CHANGE = 0.15;

/** The customer's own value in words: "3 in the last 30 days, was 22". */
export function evidenceFor(
  column: Pick<PlannedColumn, "base" | "unit" | "kind">,
  row: FeatureRow,
  currency: string,
): string {
  const value = row.values[column.base] ?? null;
  if (value === null || value === "") return "Not known";
  if (column.kind === "categorical" || typeof value !== "number") return categoryOf(value) ?? "Not known";
  const usual = usualValue(row, column.base);
  const wasWorthSaying =
    usual !== null && Math.abs(value - usual) > Math.max(0.5, NOTICEABLE_CHANGE * Math.abs(usual));
  const was = wasWorthSaying ? `, was ${quantity(usual, column, currency)}` : "";
  if (column.base === "days_to_renewal") return `Renews in ${plural(Math.round(value), "day")}`;
  if (column.base.startsWith("days_since_"))
    return value < 1 ? "Today" : `${plural(Math.round(value), "day")} ago`;
  if (column.base === "active_seats_30d" && typeof row.values["seats"] === "number") {
    return `${Math.round(value)} of ${row.values["seats"]} used in the last 30 days${was}`;
  }
  const window = windowDays(column.base);
  return (
    quantity(value, column, currency) + (window === null ? "" : ` in the last ${plural(window, "day")}`) + was
  );
}

function quantity(value: number, column: Pick<PlannedColumn, "unit" | "base">, currency: string): string {
  switch (column.unit) {
    case "money":
      return new Intl.NumberFormat("en-US", {
        style: "currency",
        currency,
        maximumFractionDigits: value < 100 ? 2 : 0,
      }).format(value);
    case "days":
      return durationInWords(value);
    case "date":
      return `${durationInWords(Math.abs(value))} ${value >= 0 ? "ago" : "ahead"}`;
    default:
      return new Intl.NumberFormat("en-US", {
        maximumFractionDigits: Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0,
      }).format(value);
  }
}

/** 852 -> '2 years 4 months'. */
export function durationInWords(days: number): string {
  const whole = Math.max(0, Math.round(days));
  if (whole < 60) return plural(whole, "day");
  const months = Math.round(whole / 30.44);
  if (months < 12) return plural(months, "month");
  const rest = months % 12;
  return plural(Math.floor(months / 12), "year") + (rest === 0 ? "" : ` ${plural(rest, "month")}`);
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
