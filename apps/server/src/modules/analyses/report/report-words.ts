import type { Analysis, Measured } from "@forestay/contracts";

const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
export const count = (value: number) => counts.format(value);

export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 0 }).format(amount);

/** A share as percent, one decimal under 10. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${Number(value.toFixed(Math.abs(value) < 10 ? 1 : 0))}%`;
}

/** An expected number of customers: one decimal where rounding would hide it. */
export const expected = (value: number) => (value < 10 ? String(Number(value.toFixed(1))) : count(value));

const dates = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
export const moment = (iso: string) => `${dates.format(new Date(iso))} UTC`;

export const interval = ({ lower, upper }: Measured, format: (value: number) => string) =>
  lower === null || upper === null ? "not given" : `${format(lower)} to ${format(upper)}`;

/** The finding as the title, as on the screen. */
export function reportTitle(analysis: Pick<Analysis, "customersAnalyzed" | "needAttention">): string {
  const { customersAnalyzed, needAttention } = analysis;
  const analyzed = `${count(customersAnalyzed)} ${customersAnalyzed === 1 ? "customer" : "customers"} analyzed`;
  if (customersAnalyzed === 0) return "No customer could be scored";
  if (needAttention === 0) return `${analyzed}, none needs attention`;
  return `${analyzed}, ${count(needAttention)} ${needAttention === 1 ? "needs" : "need"} attention`;
}
