import { paymentStatusLabel, subscriptionStatusLabel } from "@forestay/contracts/wire";
import type { CustomerDetail } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { formatCounted, formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { attributeWords } from "../hooks/attribute-words.ts";

const shownFirst = 12;

/** All that is known of the customer, own columns included, as it came; what is not known is not listed. */
export function AttributeList({ customer }: { customer: CustomerDetail }) {
  const [all, setAll] = useState(false);
  const rows = knownRows(customer);
  if (rows.length === 0) return null;
  return (
    <SheetRow>
      <Cell
        title="Data"
        subtitle={`${formatCounted(rows.length, "field")} with a value`}
        aside={
          rows.length > shownFirst ? (
            <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : `All ${rows.length} fields`}
            </Button>
          ) : undefined
        }
      >
        <dl className="m-0 grid grid-cols-1 gap-x-10 text-ui md:grid-cols-2">
          {(all ? rows : rows.slice(0, shownFirst)).map(({ key, label, value }) => (
            <div
              key={key}
              className="grid min-h-9 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-4 border-t border-line py-1.5"
            >
              <dt className="break-words text-ink-2">{label}</dt>
              <dd className="m-0 font-emphasis break-words text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </Cell>
    </SheetRow>
  );
}

function knownRows(customer: CustomerDetail): { key: string; label: string; value: string }[] {
  const { currency, plan, startedAt, endedAt } = customer;
  const row = (key: string, label: string, value: string | null) =>
    value === null || value === "" ? [] : [{ key, label, value }];
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency));
  const date = (iso: string | null) => (iso === null ? null : formatShortDate(iso));
  return [
    ...row("externalId", "Customer id", customer.externalId),
    ...row("mrr", "Monthly revenue", money(customer.monthlyRevenue)),
    ...row("ltv", "Lifetime value", money(customer.lifetimeValue)),
    ...row("plan", "Plan", plan),
    ...row(
      "subscription",
      "Subscription",
      customer.subscriptionStatus === null ? null : subscriptionStatusLabel(customer.subscriptionStatus),
    ),
    ...row(
      "payment",
      "Payment",
      customer.paymentStatus === null ? null : paymentStatusLabel(customer.paymentStatus),
    ),
    ...row("since", "Customer since", date(startedAt)),
    ...row("left", "Left on", date(endedAt)),
    ...customer.attributes.flatMap((attribute) =>
      row(`attribute-${attribute.key}`, attribute.label, attributeWords(attribute, currency)),
    ),
  ];
}
