import type { RevenueWhatIf } from "@forestay/contracts/wire";
import { formatMoney } from "@/lib/format/index.ts";

type Months = RevenueWhatIf["asIs"];

/** 'In 12 months: $412,000 a month, between $390,000 and $431,000'. */
export function forecastTitle(months: Months, currency: string): string {
  const last = months.at(-1);
  if (last === undefined) return "What comes next";
  const money = (amount: number) => formatMoney(amount, currency);
  return `In 12 months: ${money(last.mrr)} a month, between ${money(last.low)} and ${money(last.high)}`;
}

/** By how much the supposition moves the end, and what that is over the year. */
export function differenceWords(asIs: Months, changed: Months | null, currency: string): string {
  const [before, after] = [asIs.at(-1), changed?.at(-1)];
  if (before === undefined) return "";
  const now = asIs[0]?.mrr ?? 0;
  if (after === undefined || changed === null)
    return `${formatMoney(Math.abs(before.mrr - now), currency)} a month ${before.mrr >= now ? "more" : "less"} than today, if things go on as they did. Move a lever to see what it would change.`;
  const change = after.mrr - before.mrr;
  const year = changed.reduce((sum, { mrr }, at) => sum + (at === 0 ? 0 : mrr - (asIs[at]?.mrr ?? mrr)), 0);
  if (Math.abs(change) < 0.5) return "As if nothing changed.";
  return `${formatMoney(Math.abs(change), currency)} a month ${change > 0 ? "more" : "less"} than if nothing changed; ${formatMoney(Math.abs(year), currency)} over the year.`;
}
