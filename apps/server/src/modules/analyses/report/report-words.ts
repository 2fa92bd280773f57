import type { Measured } from "@forestay/contracts";
import { formatCount, formatDateTime } from "@forestay/contracts/words";

/** A share as percent, one decimal under 10. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${Number(value.toFixed(Math.abs(value) < 10 ? 1 : 0))}%`;
}

/** An expected number of customers: one decimal where rounding would hide it. */
export const expected = (value: number) =>
  value < 10 ? String(Number(value.toFixed(1))) : formatCount(value);

export const moment = (iso: string) => `${formatDateTime(iso, "UTC")} UTC`;

export const interval = ({ lower, upper }: Measured, format: (value: number) => string) =>
  lower === null || upper === null ? "not given" : `${format(lower)} to ${format(upper)}`;
