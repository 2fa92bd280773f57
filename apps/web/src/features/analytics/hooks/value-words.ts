import type { DriverDependence } from "@forestay/contracts/model-quality";
import { formatCount, formatMoney } from "@/lib/format/index.ts";

type Unit = DriverDependence["unit"];

const DAYS_PER_MONTH = 30.44;
const fine = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const years = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const fineMoney = (value: number, currency: string) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 2 }).format(value);

/** A recorded number as short words for axes, tooltips and tables: "$48", "14 mo", "3.2". */
export function valueWords(value: number, unit: Unit, currency: string): string {
  switch (unit) {
    case "money":
      return Math.abs(value) < 20 && !Number.isInteger(value)
        ? fineMoney(value, currency)
        : formatMoney(value, currency);
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
  return Math.abs(months) < 36 ? `${formatCount(months)} mo` : `${years.format(months / 12)} y`;
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
