import { InvoiceStatus, invoiceStatusLabel } from "@forestay/contracts/wire";
import type { Billing } from "@forestay/contracts/wire";
import type { TagTone } from "@/components/ui/tag.tsx";
import { formatCounted, formatMoney, formatShortDate } from "@/lib/format/index.ts";

type Bill = Billing["bills"][number];
type Charge = Billing["charges"][number];

/** Bills are read to the cent, where there are cents. */
export const exactMoney = (amount: number, currency: string) =>
  formatMoney(amount, currency, Number.isInteger(amount) ? 0 : 2);

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;

/** 'Nothing is open', '$1,240 is open on 2 bills'. */
export function openWords(open: Billing["open"]): string {
  if (open.length === 0) return "Nothing is open";
  const bills = open.reduce((sum, one) => sum + one.bills, 0);
  const amounts = listed(open.map(({ amount, currency }) => exactMoney(amount, currency)));
  return `${amounts} ${open.length === 1 ? "is" : "are"} open on ${formatCounted(bills, "bill")}`;
}

/** 'Charged $50 a month for Pro, next on Jun 15'. */
export function chargeWords(charges: readonly Charge[]): string {
  if (charges.length === 0) return "No subscription charges it now";
  return charges
    .map(
      ({ amount, currency, plan, renewsAt, isEstimated, ...interval }) =>
        `Charged ${isEstimated ? "by use, about " : ""}${exactMoney(amount, currency)} ${everyWords(interval)}${plan === null ? "" : ` for ${plan}`}${renewsAt === null ? "" : `, next on ${formatShortDate(renewsAt)}`}`,
    )
    .join(" · ");
}

function everyWords({ intervalUnit, intervalCount }: Pick<Charge, "intervalUnit" | "intervalCount">): string {
  return intervalCount === 1 ? `a ${intervalUnit}` : `every ${formatCounted(intervalCount, intervalUnit)}`;
}

/** What became of a bill, in a word. */
export function billStatus({ status, isOverdue, lastTry, refunded, amount }: Bill): {
  tone: TagTone;
  word: string;
} {
  if (status === InvoiceStatus.Paid) {
    if (refunded <= 0) return { tone: "ok", word: "Paid" };
    return { tone: "warning", word: refunded >= amount ? "Refunded" : "Partly refunded" };
  }
  if (status !== InvoiceStatus.Open) return { tone: "neutral", word: invoiceStatusLabel(status) };
  if (lastTry?.succeeded === false) return { tone: "danger", word: "Failed" };
  return isOverdue ? { tone: "danger", word: "Overdue" } : { tone: "outline", word: "Open" };
}

/** '2 tries, the last Oct 6: insufficient funds'; empty where none is known. */
export function triesWords({ tries, lastTry }: Bill): string {
  if (lastTry === null) return "";
  if (lastTry.succeeded) return tries === 1 ? "First try" : `Try ${tries}, ${formatShortDate(lastTry.at)}`;
  const why = lastTry.declineCode === null ? "" : `: ${lastTry.declineCode.replaceAll("_", " ")}`;
  return `${tries === 1 ? "1 try" : `${tries} tries, the last`} ${formatShortDate(lastTry.at)}${why}`;
}
