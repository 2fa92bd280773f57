import type { CustomerSummary } from "@forestay/contracts/wire";
import { subscriptionStatusLabel } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Score } from "@/components/ui/score.tsx";
import { formatMoney, formatShortDate } from "@/lib/format/index.ts";

/** A customer on two lines, where the table has no room. */
export function CustomerRow({ customer }: { customer: CustomerSummary }) {
  return (
    <MobileRow
      to={`/app/customers/${customer.id}`}
      lead={<Avatar name={customer.fullName} id={customer.id} />}
      title={
        <Link to={`/app/customers/${customer.id}`} className="text-ink no-underline">
          {customer.fullName}
        </Link>
      }
      detail={[
        customer.valueAtRisk === null
          ? null
          : `${formatMoney(customer.valueAtRisk, customer.currency)} at risk`,
        customer.topFactor ?? customer.plan,
        customer.topFactor !== null || customer.subscriptionStatus === null
          ? null
          : subscriptionStatusLabel(customer.subscriptionStatus),
      ]
        .filter(Boolean)
        .join(" · ")}
      value={
        customer.hasLeft ? (
          <span className="text-ui text-ink-2">
            Left{customer.leftAt === null ? "" : ` ${formatShortDate(customer.leftAt)}`}
          </span>
        ) : customer.churnRiskScore === null || customer.churnRiskLevel === null ? (
          <span className="text-ui text-ink-3">Not scored</span>
        ) : (
          <span className="flex items-center gap-2.5">
            <Score score={customer.churnRiskScore} level={customer.churnRiskLevel} />
            <RiskLevel level={customer.churnRiskLevel} className="text-ui" />
          </span>
        )
      }
    />
  );
}
