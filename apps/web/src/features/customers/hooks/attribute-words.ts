import type { CustomerDetail } from "@forestay/contracts/wire";
import { formatMoney, formatNumber, formatShortDate } from "@/lib/format/index.ts";

type Attribute = CustomerDetail["attributes"][number];

/** A column of the company's own as it is read; null where nothing is known. */
export function attributeWords({ kind, value }: Attribute, currency: string): string | null {
  if (value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (kind === "money" && typeof value === "number") return formatMoney(value, currency);
  if (kind === "date" && typeof value === "string") return formatShortDate(value);
  return typeof value === "number" ? formatNumber(value, 2) : value;
}
