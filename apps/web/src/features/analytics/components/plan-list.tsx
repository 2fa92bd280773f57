import type { ContactPlan } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { MISSING, formatCounted, formatMoney, formatShare } from "@/lib/format/index.ts";

type Planned = ContactPlan["items"][number];

/** The customers to contact, in order; beyond the first hundred they are in the file. */
export function PlanList({ plan, action }: { plan: ContactPlan; action: ReactNode }) {
  const isMobile = useIsMobile();
  const rest = plan.contacts - plan.items.length;
  const money = (one: Planned) =>
    one.valueAtRisk === null ? MISSING : formatMoney(one.valueAtRisk, plan.currency);
  return (
    <SheetRow>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-3.5 pb-2 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">Whom to contact</h2>
        {action}
      </div>
      {isMobile ? (
        <MobileRows label="Customers to contact">
          {plan.items.map((one) => (
            <MobileRow
              key={one.customerId}
              to={pathOf(one)}
              lead={<Avatar name={one.fullName} id={one.customerId} />}
              title={<Link to={pathOf(one)}>{one.fullName}</Link>}
              detail={one.nextStep ?? `${formatShare(one.probability)} chance of leaving`}
              value={
                <span className="flex flex-col items-end">
                  {money(one)}
                  <RiskLevel level={one.churnRiskLevel} />
                </span>
              }
            />
          ))}
        </MobileRows>
      ) : (
        <DataTable label="Customers to contact">
          <thead>
            <tr>
              <HeaderCell numeric className="w-12">
                <span className="sr-only">Place</span>
              </HeaderCell>
              <HeaderCell>Customer</HeaderCell>
              <HeaderCell>Risk</HeaderCell>
              <HeaderCell numeric>Chance of leaving</HeaderCell>
              <HeaderCell>Recommended</HeaderCell>
              <HeaderCell numeric>Value at risk</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {plan.items.map((one, index) => (
              <Row key={one.customerId} to={pathOf(one)}>
                <DataCell numeric className="text-ink-3">
                  {index + 1}
                </DataCell>
                <DataCell>
                  <span className="flex items-center gap-2.5 py-1">
                    <Avatar name={one.fullName} id={one.customerId} />
                    <span className="flex min-w-0 flex-col">
                      <Link
                        to={pathOf(one)}
                        className="truncate rounded-check font-strong text-ink no-underline hover:underline"
                      >
                        {one.fullName}
                      </Link>
                      {one.email === null ? null : (
                        <span className="truncate text-note text-ink-2">{one.email}</span>
                      )}
                    </span>
                  </span>
                </DataCell>
                <DataCell>
                  <span className="inline-flex items-center gap-2.5">
                    <span className="w-6 text-right font-strong tabular">{one.churnRiskScore}</span>
                    <RiskLevel level={one.churnRiskLevel} />
                  </span>
                </DataCell>
                <DataCell numeric>{formatShare(one.probability)}</DataCell>
                <DataCell>{one.nextStep ?? MISSING}</DataCell>
                <DataCell numeric>{money(one)}</DataCell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      )}
      {rest > 0 ? (
        <p className="m-0 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">
          And {formatCounted(rest, "more customer")}: they are in the file.
        </p>
      ) : null}
    </SheetRow>
  );
}

const pathOf = ({ customerId }: Planned) => `/app/customers/${customerId}`;
