import type { ContactPlan } from "@forestay/contracts/wire";
import { nextStepWords } from "@forestay/contracts/words";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListTable } from "@/components/list/list-table.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatCounted, formatMoney, formatShare } from "@/lib/format/index.ts";
import { LeftTag } from "./left-tag.tsx";

type Planned = ContactPlan["items"][number];

/** The customers to contact, in order; beyond the first hundred they are in the file. */
export function PlanList({ plan, action }: { plan: ContactPlan; action: ReactNode }) {
  const rest = plan.contacts - plan.items.length;
  const columns = useMemo(() => columnsIn(plan.currency), [plan.currency]);
  return (
    <SheetRow>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-3.5 pb-2 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">Whom to contact</h2>
        {action}
      </div>
      <ListTable
        label="Customers to contact"
        columns={columns}
        rows={plan.items}
        idOf={({ customerId }) => customerId}
        pathOf={pathOf}
        mobileRow={(one) => (
          <MobileRow
            to={pathOf(one)}
            lead={<Avatar name={one.fullName} id={one.customerId} />}
            title={<Link to={pathOf(one)}>{one.fullName}</Link>}
            detail={
              one.hasLeft ? (
                <LeftTag of={one} />
              ) : (
                (nextStepWords(one.nextStep, one.stepTaken) ??
                `${formatShare(one.probability)} chance of leaving`)
              )
            }
            value={
              <span className="flex flex-col items-end">
                {moneyOf(one, plan.currency)}
                <RiskLevel level={one.churnRiskLevel} />
              </span>
            }
          />
        )}
      />
      {rest > 0 ? (
        <p className="m-0 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">
          And {formatCounted(rest, "more customer")}: they are in the file.
        </p>
      ) : null}
    </SheetRow>
  );
}

function pathOf({ customerId }: Planned): string {
  return `/app/customers/${customerId}`;
}

function moneyOf({ valueAtRisk }: Planned, currency: string): string {
  return valueAtRisk === null ? MISSING : formatMoney(valueAtRisk, currency);
}

function columnsIn(currency: string): ListColumn<Planned>[] {
  return [
    {
      id: "place",
      header: "Place",
      hidesHeader: true,
      numeric: true,
      headClassName: "w-12",
      cellClassName: "text-ink-3",
      cell: (_one, index) => index + 1,
    },
    { id: "customer", header: "Customer", cell: (one) => <Who planned={one} /> },
    {
      id: "risk",
      header: "Risk",
      cell: ({ churnRiskScore, churnRiskLevel }) => (
        <span className="inline-flex items-center gap-2.5">
          <span className="w-6 text-right font-strong tabular">{churnRiskScore}</span>
          <RiskLevel level={churnRiskLevel} />
        </span>
      ),
    },
    {
      id: "chance",
      header: "Chance of leaving",
      numeric: true,
      // The score says the same in whole numbers: where there is little room it gives way to the money.
      headClassName: "max-lg:hidden",
      cellClassName: "max-lg:hidden",
      cell: ({ probability }) => formatShare(probability),
    },
    {
      id: "recommended",
      header: "Recommended",
      cell: ({ nextStep, stepTaken }) => nextStepWords(nextStep, stepTaken) ?? MISSING,
    },
    { id: "valueAtRisk", header: "Value at risk", numeric: true, cell: (one) => moneyOf(one, currency) },
  ];
}

function Who({ planned }: { planned: Planned }) {
  return (
    <span className="flex items-center gap-2.5 py-1">
      <Avatar name={planned.fullName} id={planned.customerId} />
      <span className="flex min-w-0 flex-col">
        <Link
          to={pathOf(planned)}
          className="truncate rounded-check font-strong text-ink no-underline hover:underline"
        >
          {planned.fullName}
        </Link>
        {planned.email === null ? null : (
          <span className="truncate text-note text-ink-2">{planned.email}</span>
        )}
        <LeftTag of={planned} />
      </span>
    </span>
  );
}
