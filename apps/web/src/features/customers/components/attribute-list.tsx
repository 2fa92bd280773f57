import { paymentStatusLabel } from "@forestay/contracts/wire";
import type { CustomerDetail } from "@forestay/contracts/wire";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatMoney, formatNumber, formatShortDate } from "@/lib/format/index.ts";

type Attribute = CustomerDetail["attributes"][number];

/** Everything else known of the customer, own columns included, as it came. */
export function AttributeList({ customer }: { customer: CustomerDetail }) {
  const money = (amount: number | null) =>
    amount === null ? MISSING : formatMoney(amount, customer.currency);
  const date = (iso: string | null) => (iso === null ? MISSING : formatShortDate(iso));
  const rows = [
    { key: "externalId", label: "Customer id", value: customer.externalId ?? MISSING },
    { key: "mrr", label: "Monthly revenue", value: money(customer.monthlyRevenue) },
    {
      key: "payment",
      label: "Payment",
      value: customer.paymentStatus === null ? MISSING : paymentStatusLabel(customer.paymentStatus),
    },
    { key: "since", label: "Customer since", value: date(customer.startedAt) },
    ...(customer.endedAt === null ? [] : [{ key: "left", label: "Left on", value: date(customer.endedAt) }]),
    ...customer.attributes.map((attribute) => ({
      key: `attribute-${attribute.key}`,
      label: attribute.label,
      value: attributeWords(attribute, customer.currency),
    })),
  ];
  return (
    <Cell title="Data">
      <dl className="m-0 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-ui">
        {rows.map(({ key, label, value }) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2 break-words">{label}</dt>
            <dd className="m-0 text-right font-emphasis text-ink break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Cell>
  );
}

function attributeWords({ kind, value }: Attribute, currency: string): string {
  if (value === null || value === "") return MISSING;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (kind === "money" && typeof value === "number") return formatMoney(value, currency);
  if (kind === "date" && typeof value === "string") return formatShortDate(value);
  return typeof value === "number" ? formatNumber(value, 2) : value;
}
