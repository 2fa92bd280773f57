import type { DriverDependence } from "@forestay/contracts/wire";
import { formatCount, formatMoney, formatNumber } from "@/lib/format/index.ts";

type Unit = DriverDependence["unit"];

const DAYS_PER_MONTH = 30.44;
const fine = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** A recorded number as short words for axes, tooltips and tables: "$48", "14 mo", "3.2". */
export function valueWords(value: number, unit: Unit, currency: string): string {
  switch (unit) {
    case "money":
      return formatMoney(value, currency, Math.abs(value) < 20 && !Number.isInteger(value) ? 2 : 0);
    case "days":
    case "date":
      return duration(value) + (unit === "date" ? " ago" : "");
    default:
      return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatCount(value) : fine.format(value);
  }
}

function duration(days: number): string {
  if (Math.abs(days) < 90) return `${formatCount(days)} d`;
  const months = days / DAYS_PER_MONTH;
  return Math.abs(months) < 36 ? `${formatCount(months)} mo` : `${formatNumber(months / 12, 1)} y`;
}

/** What a point of a curve stands for. */
export function pointWords(
  { at, level }: Pick<DriverDependence["points"][number], "at" | "level">,
  unit: Unit,
  currency: string,
): string {
  if (level !== null) return level;
  return at === null ? "Not known" : valueWords(at, unit, currency);
}
