import type { CalculatorAnswer } from "@forestay/metrics";
import { csvLine, formatCount, formatMoney, formatNumber, formatShare } from "@forestay/contracts/words";
import { allFields } from "./calculator-state.ts";
import type { CalculatorState } from "./calculator-state.ts";

/** The calculator knows no currency: it shows the one in which the product shows money where nobody chose. */
const CURRENCY = "USD";
export const money = (minor: number) => formatMoney(minor / 100, CURRENCY);
export const rate = (share: number) => formatShare(Math.round(share * 1e6) / 1e6);

/** "31 months", "8 years" where months would be many. */
export function lifetime(months: number | null): string {
  if (months === null) return "no end in sight";
  if (months > 120) return `${formatNumber(months / 12, 0)} years`;
  return months < 2 ? `${formatNumber(months, 1)} months` : `${formatCount(months)} months`;
}

/** The answer in a sentence, first of all. */
export function headline({ yearlyChurn, target, monthlyChurn }: CalculatorAnswer, months: number): string {
  if (monthlyChurn === 0) return "Nobody left. There is nothing to keep that is not kept already.";
  const lost = `You lose ${rate(yearlyChurn)} of your customers a year`;
  if (target.monthlyChurn >= monthlyChurn) return `${lost}. Set a lower churn to see what it would keep.`;
  return `${lost}; cutting churn to ${rate(target.monthlyChurn)} a month keeps ${money(target.keptMinor)} in ${months} months.`;
}

/** How sure the rate is; null where there are so many customers that it is. */
export function certainty({ monthlyInterval, monthlyChurn }: CalculatorAnswer): string | null {
  if (monthlyInterval === null) return null;
  if (monthlyChurn === 0)
    return `No churn was seen, which still leaves room for up to ${rate(monthlyInterval.high)} a month (95%).`;
  return `With so few customers, the true rate lies between ${rate(monthlyInterval.low)} and ${rate(monthlyInterval.high)} a month (95%).`;
}

/** Everything that is shown, as a file; money with cents. */
export function csvOf(state: CalculatorState, answer: CalculatorAnswer): string {
  const cents = (minor: number) => Math.round(minor) / 100;
  const lines = [
    ["month", "mrr_today", "mrr_lower_churn", "kept"],
    ...answer.today.mrrMinor.map((mrr, month) => [
      month,
      cents(mrr),
      cents(answer.target.mrrMinor[month] ?? 0),
      cents((answer.target.mrrMinor[month] ?? 0) - mrr),
    ]),
    [],
    ["period", state.period],
    ...allFields(state.revenueAs).map(({ key }) => [key, state.typed[key] ?? ""]),
    ["monthly_churn", answer.monthlyChurn],
    ["yearly_churn", answer.yearlyChurn],
    ["gross_mrr_churn", answer.grossMrrChurn ?? ""],
    ["net_mrr_churn", answer.netMrrChurn ?? ""],
    ["net_customers", answer.netCustomers],
    ["kept_in_months", state.months, cents(answer.target.keptMinor)],
  ];
  return lines.map(csvLine).join("");
}
