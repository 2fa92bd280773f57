import { paymentStatusLabel } from "@forestay/contracts/wire";
import type { CustomerDetail } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { formatDateTime, formatMoney, formatRelative, formatShortDate } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { attributeWords } from "../hooks/attribute-words.ts";
import { SubscriptionWord } from "./customer-columns.tsx";

interface Fact {
  key: string;
  label: string;
  value: ReactNode;
}

/** So many stand in full lines at every width: a fact is never stretched over the whole page. */
const full = [6, 4, 3, 2, 1];
const columns: Record<number, string> = {
  6: "grid-cols-2 md:grid-cols-3 lg:grid-cols-6",
  4: "grid-cols-2 room:grid-cols-4",
  3: "grid-cols-3",
  2: "grid-cols-2",
  1: "grid-cols-1",
};

/** The first facts that are known of a customer, the money first; what is not known has no place here. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const facts = knownFacts(customer);
  const count = full.find((one) => one <= facts.length) ?? 0;
  if (count === 0) return null;
  return (
    <dl className={cn("m-0 grid gap-px overflow-hidden bg-line", columns[count])}>
      {facts.slice(0, count).map(({ key, label, value }) => (
        <div key={key} className="min-w-0 bg-sheet px-4 py-3 md:px-5">
          <dt className="truncate text-note text-ink-2" title={label}>
            {label}
          </dt>
          <dd className="m-0 mt-0.5 text-body font-strong break-words text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function knownFacts(customer: CustomerDetail): Fact[] {
  const { currency, lastActivityDate: lastActivity } = customer;
  const fact = (key: string, label: string, value: ReactNode | null) =>
    value === null || value === "" ? [] : [{ key, label, value }];
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency));
  return [
    ...fact("revenue", "Monthly revenue", money(customer.monthlyRevenue)),
    ...fact("lifetime", "Lifetime value", money(customer.lifetimeValue)),
    ...fact("plan", "Plan", customer.plan),
    ...fact(
      "subscription",
      "Subscription",
      customer.subscriptionStatus === null ? null : <SubscriptionWord customer={customer} />,
    ),
    ...fact("tenure", "Tenure", customer.tenureDisplay),
    ...fact(
      "activity",
      "Last activity",
      lastActivity === null ? null : (
        <span title={formatDateTime(lastActivity)}>{formatRelative(lastActivity)}</span>
      ),
    ),
    ...fact("left", "Left on", customer.endedAt === null ? null : formatShortDate(customer.endedAt)),
    ...fact(
      "payment",
      "Payment",
      customer.paymentStatus === null ? null : paymentStatusLabel(customer.paymentStatus),
    ),
    ...customer.attributes.flatMap((attribute) =>
      fact(`attribute-${attribute.key}`, attribute.label, attributeWords(attribute, currency)),
    ),
  ];
}
