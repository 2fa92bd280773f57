import { RiskLevel as Level, riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis, AnalysisCustomer, RiskLevelValue } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Select } from "@/components/ui/select.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { MISSING, formatMoney, formatShare } from "@/lib/format/index.ts";
import { analysisQueries } from "../api/analysis-queries.ts";

type Sort = "churnRiskScore" | "fullName" | "lifetimeValue" | "valueAtRisk";
const sorts: readonly Sort[] = ["churnRiskScore", "fullName", "lifetimeValue", "valueAtRisk"];

/** The scored customers with factors and next steps; level, sort and page live in the URL. */
export function AnalysisCustomers({ analysis }: { analysis: Analysis }) {
  const [params, setParams] = useSearchParams();
  const isMobile = useIsMobile();
  const sort = sorts.find((one) => one === params.get("sort")) ?? "churnRiskScore";
  const direction = params.get("direction") === "asc" ? ("asc" as const) : ("desc" as const);
  const level = Object.values(Level).find((one) => String(one) === params.get("level"));
  const page = Math.max(1, Math.trunc(Number(params.get("page")) || 1));
  const list = useQuery(analysisQueries.customers(analysis.id, { page, sort, direction, level }));

  function change(patch: Record<string, string | undefined>) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        for (const [name, value] of Object.entries(patch)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  }
  const sortBy = (field: Sort) => ({
    sorted: sort === field ? direction : (false as const),
    onSort: () => change({ sort: field, direction: sort === field && direction === "desc" ? "asc" : "desc" }),
  });

  return (
    <SheetRow>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-3.5 pb-2 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">Customers</h2>
        <Select
          label="Risk level"
          size="sm"
          className="w-44"
          value={level === undefined ? "all" : String(level)}
          onChange={(value) => change({ level: value === "all" ? undefined : value })}
          options={[
            { value: "all", label: "All levels" },
            ...Object.values(Level)
              .toReversed()
              .map((one) => ({ value: String(one), label: riskLevelLabel(one) })),
          ]}
        />
      </div>
      {list.isError ? (
        <ErrorState
          title="The customers did not load"
          message={list.error.message}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <Loading
          loading={list.isPending}
          label="Loading customers"
          skeleton={<Skeleton className="m-5 h-80" />}
        >
          {list.data === undefined ? null : list.data.items.length === 0 ? (
            <NoResults title="No customers at this level" />
          ) : (
            <>
              {isMobile ? (
                <MobileRows label="Scored customers">
                  {list.data.items.map((customer) => (
                    <MobileRow
                      key={customer.customerId}
                      to={`/app/customers/${customer.customerId}`}
                      lead={<Avatar name={customer.fullName} id={customer.customerId} />}
                      title={<NameLink customer={customer} />}
                      detail={topFactors(customer)
                        .map(({ label }) => label)
                        .join(", ")}
                      value={<ScoreWithLevel customer={customer} />}
                    />
                  ))}
                </MobileRows>
              ) : (
                <DataTable label="Scored customers" busy={list.isPlaceholderData}>
                  <thead>
                    <tr>
                      <HeaderCell {...sortBy("fullName")}>Customer</HeaderCell>
                      <HeaderCell {...sortBy("churnRiskScore")}>Risk</HeaderCell>
                      <HeaderCell>Chance of leaving</HeaderCell>
                      <HeaderCell>Top factors</HeaderCell>
                      <HeaderCell>Recommended</HeaderCell>
                      <HeaderCell numeric {...sortBy("lifetimeValue")}>
                        Lifetime value
                      </HeaderCell>
                      <HeaderCell numeric {...sortBy("valueAtRisk")}>
                        Value at risk
                      </HeaderCell>
                    </tr>
                  </thead>
                  <tbody>
                    {list.data.items.map((customer) => (
                      <CustomerRow
                        key={customer.customerId}
                        customer={customer}
                        currency={analysis.currency}
                      />
                    ))}
                  </tbody>
                </DataTable>
              )}
              <Pagination
                page={list.data.page}
                pageSize={list.data.pageSize}
                totalCount={list.data.totalCount}
                onPage={(next) => change({ page: String(next) })}
              />
            </>
          )}
        </Loading>
      )}
    </SheetRow>
  );
}

function CustomerRow({ customer, currency }: { customer: AnalysisCustomer; currency: string }) {
  const yearly = customer.monthlyRevenue === null ? customer.lifetimeValue : customer.monthlyRevenue * 12;
  return (
    <Row to={`/app/customers/${customer.customerId}`}>
      <DataCell>
        <span className="flex items-center gap-3">
          <Avatar name={customer.fullName} id={customer.customerId} />
          <span className="flex min-w-0 flex-col">
            <NameLink customer={customer} />
            {customer.email === null ? null : (
              <span className="max-w-36 truncate text-small text-ink-2">{customer.email}</span>
            )}
          </span>
        </span>
      </DataCell>
      <DataCell>
        <ScoreWithLevel customer={customer} />
      </DataCell>
      <DataCell className="whitespace-nowrap">
        <span className="font-strong">{formatShare(customer.probability)}</span>
        {customer.probabilityRange === null ? null : (
          <span className="text-ink-2"> ±{Math.round(customer.probabilityRange)}</span>
        )}
      </DataCell>
      <DataCell>
        <span className="flex w-34 flex-wrap gap-1 py-1.5">
          {topFactors(customer).length === 0 ? <span className="text-ink-3">{MISSING}</span> : null}
          {topFactors(customer).map((factor) => (
            <Tag key={factor.feature}>
              <span className="max-w-28 truncate" title={factor.label}>
                {factor.label}
              </span>
            </Tag>
          ))}
        </span>
      </DataCell>
      <DataCell>
        <Recommended step={customer.recommendations[0]} />
      </DataCell>
      <DataCell numeric>
        {customer.lifetimeValue === null ? MISSING : formatMoney(customer.lifetimeValue, currency)}
      </DataCell>
      <DataCell numeric>
        {yearly === null ? MISSING : formatMoney(yearly * customer.probability, currency)}
      </DataCell>
    </Row>
  );
}

function Recommended({ step }: { step: AnalysisCustomer["recommendations"][number] | undefined }) {
  if (step === undefined) return MISSING;
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
      to={`/app/customers/${customer.customerId}`}
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
