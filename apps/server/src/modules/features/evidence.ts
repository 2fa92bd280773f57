import { formatMoney, formatNumber, plural } from "@forestay/contracts/words";
import { categoryOf, usualValue } from "./build-table.ts";
import type { FeatureRow, PlannedColumn } from "./feature-plan.ts";
import { windowDays } from "./feature-words.ts";

type EvidenceColumn = Pick<PlannedColumn, "base" | "unit" | "kind">;

/** A difference smaller than this share of the usual value is not worth the words "was 22". */
const NOTICEABLE_CHANGE = 0.15;

/** The customer's own value in words: "3 in the last 30 days, was 22". */
export function evidenceFor(column: EvidenceColumn, row: FeatureRow, currency: string): string {
  const value = row.values[column.base] ?? null;
  if (value === null || value === "") return "Not known";
  if (column.kind === "categorical" || typeof value !== "number") return categoryOf(value) ?? "Not known";
  const was = formerInWords(column, row, value, currency);
  if (column.base === "days_to_renewal") return `Renews in ${counted(Math.round(value), "day")}`;
  if (column.base.startsWith("days_since_"))
    return value < 1 ? "Today" : `${counted(Math.round(value), "day")} ago`;
  if (column.base === "active_seats_30d" && typeof row.values["seats"] === "number") {
    return `${Math.round(value)} of ${row.values["seats"]} used in the last 30 days${was}`;
  }
  const window = windowDays(column.base);
  return (
    quantity(value, column, currency) +
    (window === null ? "" : ` in the last ${counted(window, "day")}`) +
    was
  );
}

/** A stretch of values in words, its ends included: "0 to 4 in the last 30 days". */
export function rangeInWords(
  column: EvidenceColumn,
  [low, high]: [number, number],
  currency: string,
): string {
  const [from, to] = [low, high].map((value) => quantity(value, column, currency));
  if (from === to)
    return evidenceFor(column, { rowId: "", values: { [column.base]: low }, earlier: [] }, currency);
  const stretch = `${from} to ${to}`;
  if (column.base === "days_to_renewal") return `Renews in ${stretch}`;
  if (column.base.startsWith("days_since_")) return `${stretch} ago`;
  const window = windowDays(column.base);
  return window === null ? stretch : `${stretch} in the last ${counted(window, "day")}`;
}

/** Values of which it is worth saying what they were before: counts over a window, and these. */
const withPast = new Set(["monthly_revenue", "seats", "open_tickets"]);

function formerInWords(column: EvidenceColumn, row: FeatureRow, value: number, currency: string): string {
  const usual = usualValue(row, column.base);
  if (usual === null || (windowDays(column.base) === null && !withPast.has(column.base))) return "";
  const shown = column.unit === "money" ? usual : Math.round(usual);
  const isNoticeable = Math.abs(value - shown) > Math.max(0.5, NOTICEABLE_CHANGE * Math.abs(usual));
  return isNoticeable ? `, was ${quantity(shown, column, currency)}` : "";
}

/** A number as a person writes it, by what it counts. */
export function quantity(value: number, column: EvidenceColumn, currency: string): string {
  switch (column.unit) {
    case "money":
      return formatMoney(value, currency, value < 100 ? 2 : 0);
    case "days":
      return durationInWords(value);
    case "date":
      return `${durationInWords(Math.abs(value))} ${value >= 0 ? "ago" : "ahead"}`;
    default:
      return formatNumber(value, Math.abs(value) < 100 && !Number.isInteger(value) ? 1 : 0);
  }
}

/** 852 -> '2 years 4 months'. */
export function durationInWords(days: number): string {
  const whole = Math.max(0, Math.round(days));
  if (whole < 60) return counted(whole, "day");
  const months = Math.round(whole / 30.44);
  if (months < 12) return counted(months, "month");
  const rest = months % 12;
  return counted(Math.floor(months / 12), "year") + (rest === 0 ? "" : ` ${counted(rest, "month")}`);
}

const counted = (count: number, noun: string) => `${count} ${plural(count, noun)}`;
