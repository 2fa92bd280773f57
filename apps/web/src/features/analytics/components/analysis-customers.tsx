import { RiskLevel as Level, riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis, AnalysisCustomer, RiskLevelValue } from "@forestay/contracts/wire";
import { nextStepWords } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Select } from "@/components/ui/select.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { MISSING, formatMoney, formatShare } from "@/lib/format/index.ts";
import { analysisQueries } from "../api/analysis-queries.ts";
import { LeftTag } from "./left-tag.tsx";
import { scoredListState } from "../hooks/scored-list.ts";
import type { ScoredSort } from "../hooks/scored-list.ts";

/** The scored customers with factors and next steps; level, sort and page live in the URL. */
export function AnalysisCustomers({ analysis }: { analysis: Analysis }) {
  const [view, change] = useUrlState(scoredListState);
  const { level } = view;
  const list = useQuery(analysisQueries.customers(analysis.id, view));
  const columns = useMemo(() => columnsIn(analysis.currency), [analysis.currency]);
  return (
    <SheetRow>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-3.5 pb-2 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">
          {level === undefined ? "All customers" : `${riskLevelLabel(level)} customers`}
        </h2>
        <Select
          label="Risk level"
          size="sm"
          className="w-44"
          value={level === undefined ? "all" : String(level)}
          onChange={(value) => change({ level: Object.values(Level).find((one) => String(one) === value) })}
          options={[
            { value: "all", label: "All levels" },
            ...Object.values(Level)
              .toReversed()
              .map((one) => ({ value: String(one), label: riskLevelLabel(one) })),
          ]}
        />
      </div>
      <ListFrame
        query={list}
        noun="customers"
        failed="The customers did not load"
        skeleton={<ListSkeleton rows={10} hasAvatar rowClassName="md:h-13" />}
        empty={<NoResults title="No customers at this level" />}
        onPage={(page) => change({ page })}
      >
        {({ items }, isStale) => (
          <ListTable
            label="Scored customers"
            columns={columns}
            rows={items}
            idOf={({ customerId }) => customerId}
            pathOf={pathOf}
            sorted={view}
            onSort={change}
            isStale={isStale}
            mobileRow={(customer) => (
              <MobileRow
                to={pathOf(customer)}
                lead={<Avatar name={customer.fullName} id={customer.customerId} />}
                title={<NameLink customer={customer} />}
                detail={
                  customer.hasLeft ? (
                    <LeftTag of={customer} />
                  ) : (
                    topFactors(customer)
                      .map(({ label }) => label)
                      .join(", ")
                  )
                }
                value={<ScoreWithLevel customer={customer} />}
              />
            )}
          />
        )}
      </ListFrame>
    </SheetRow>
  );
}

function pathOf({ customerId }: Pick<AnalysisCustomer, "customerId">): string {
  return `/app/customers/${customerId}`;
}

function columnsIn(currency: string): ListColumn<AnalysisCustomer, ScoredSort>[] {
  const money = (amount: number | null) => (amount === null ? MISSING : formatMoney(amount, currency));
  return [
    {
      id: "customer",
      header: "Customer",
      sort: "fullName",
      cell: (customer) => (
        <span className="flex items-center gap-3">
          <Avatar name={customer.fullName} id={customer.customerId} />
          <span className="flex min-w-0 flex-col">
            <NameLink customer={customer} />
            {customer.email === null ? null : (
              <span className="max-w-36 truncate text-small text-ink-2">{customer.email}</span>
            )}
            <LeftTag of={customer} />
          </span>
        </span>
      ),
    },
    {
      id: "risk",
      header: "Risk",
      sort: "churnRiskScore",
      cell: (customer) => <ScoreWithLevel customer={customer} />,
    },
    {
      id: "change",
      header: "30 days",
      numeric: true,
      cell: ({ scoreChange }) => <PointsMoved points={scoreChange} />,
    },
    {
      id: "chance",
      header: "Chance of leaving",
      cellClassName: "whitespace-nowrap",
      cell: ({ probability, probabilityRange }) => (
        <>
          <span className="font-strong">{formatShare(probability)}</span>
          {probabilityRange === null ? null : (
            <span className="text-ink-2"> ±{Math.round(probabilityRange)}</span>
          )}
        </>
      ),
    },
    { id: "factors", header: "Top factors", cell: (customer) => <TopFactors customer={customer} /> },
    {
      id: "recommended",
      header: "Recommended",
      cell: (one) => <Recommended one={one} />,
    },
    {
      id: "lifetimeValue",
      header: "Lifetime value",
      sort: "lifetimeValue",
      numeric: true,
      cell: ({ lifetimeValue }) => money(lifetimeValue),
    },
    {
      id: "valueAtRisk",
      header: "Value at risk",
      sort: "valueAtRisk",
      numeric: true,
      cell: ({ valueAtRisk }) => money(valueAtRisk),
    },
  ];
}

/** By how many points a score went up, which is worse, or down. */
function PointsMoved({ points }: { points: number | null }) {
  if (points === null) return <span className="text-ink-3">{MISSING}</span>;
  if (points === 0) return <span className="text-ink-2">0</span>;
  return (
    <span className={`font-strong ${points > 0 ? "text-risk-high-text" : "text-risk-low-text"}`}>
      {points > 0 ? "+" : "−"}
      {Math.abs(points)}
    </span>
  );
}

function TopFactors({ customer }: { customer: AnalysisCustomer }) {
  const factors = topFactors(customer);
  return (
    <span className="flex w-34 flex-wrap gap-1 py-1.5">
      {factors.length === 0 ? <span className="text-ink-3">{MISSING}</span> : null}
      {factors.map((factor) => (
        <Tag key={factor.feature}>
          <span className="max-w-28 truncate" title={factor.label}>
            {factor.label}
          </span>
        </Tag>
      ))}
    </span>
  );
}

function Recommended({ one: { recommendations, stepTaken } }: { one: AnalysisCustomer }) {
  const [step] = recommendations;
  if (step === undefined) return nextStepWords(null, stepTaken) ?? MISSING;
  const effect = step.measuredEffect ?? "Effect untested";
  return (
    <span className="block max-w-36" title={`${step.title}. ${effect}`}>
      <span className="block truncate">{step.title}</span>
      <span className="block truncate text-note text-ink-3">{effect}</span>
    </span>
  );
}

function NameLink({ customer }: { customer: AnalysisCustomer }) {
  return (
    <Link
      to={pathOf(customer)}
      className="max-w-36 truncate rounded-check font-strong text-ink no-underline hover:underline"
    >
      {customer.fullName}
    </Link>
  );
}

function ScoreWithLevel({
  customer,
}: {
  customer: { churnRiskScore: number; churnRiskLevel: RiskLevelValue };
}) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="w-6 text-right font-strong tabular">{customer.churnRiskScore}</span>
      <RiskLevel level={customer.churnRiskLevel} />
    </span>
  );
}

/** The two factors that raise this customer's risk most. */
function topFactors(customer: AnalysisCustomer) {
  return (
    customer.factors
      // 'other' is the sum of many small factors: nothing to name, nothing to act on.
      .filter(({ feature, points }) => points > 0 && feature !== "other")
      .toSorted((a, b) => b.points - a.points)
      .slice(0, 2)
  );
}
