import type { PlanRevenue, RevenueInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { yearUntil } from "@/components/figures/figure-days.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { DataTable, HeaderCell, Row, DataCell } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatMoney, formatShare, monthName } from "@/lib/format/index.ts";
import { planMarks } from "../hooks/mark-criteria.ts";
import { plansRevenueTitle, quickRatioWords } from "../hooks/revenue-words.ts";

/** What each plan earns and keeps, at the end of the last full month. */
export function PlansRevenue({
  insights,
  currencyAsked,
}: {
  insights: RevenueInsights;
  /** Customers are counted whatever they pay in, until a currency is chosen. */
  currencyAsked: string | undefined;
}) {
  const { plans, scope, months, quickRatio } = insights;
  const last = months.findLast(({ isComplete, flow }) => isComplete && flow !== null);
  if (last === undefined) return null;
  const { from, until, month } = last;
  const money = (amount: number | null) => (amount === null ? MISSING : formatMoney(amount, scope.currency));
  const share = (of: number | null) => (of === null ? "n/a" : formatShare(of));
  const filterOf = ({ plan }: PlanRevenue) => ({ plan: plan ?? undefined, currency: scope.currency });
  const paid = (one: PlanRevenue, text: string) => (
    <FigureLink rowsOf={{ figure: "mrr", until }} filter={filterOf(one)} value={one.customers} quiet>
      {text}
    </FigureLink>
  );
  const kept = (one: PlanRevenue, of: number | null) =>
    of === null ? (
      "n/a"
    ) : (
      <FigureLink rowsOf={{ figure: "revenue_retention", ...yearUntil(until) }} filter={filterOf(one)} quiet>
        {formatShare(of)}
      </FigureLink>
    );
  return (
    <Cell
      title={plansRevenueTitle(plans)}
      subtitle={`By plan at the end of ${monthName(month)}; ${quickRatioWords(quickRatio)}`}
      className="px-0 md:px-0 [&>div:first-child]:px-4 md:[&>div:first-child]:px-5"
    >
      <DataTable label="Revenue by plan">
        <thead>
          <tr>
            <HeaderCell>Plan</HeaderCell>
            <HeaderCell numeric>Customers</HeaderCell>
            <HeaderCell numeric>MRR</HeaderCell>
            <HeaderCell numeric>Share of MRR</HeaderCell>
            <HeaderCell numeric>Per customer</HeaderCell>
            <HeaderCell numeric>NRR, 12 months</HeaderCell>
            <HeaderCell numeric>GRR, 12 months</HeaderCell>
            <HeaderCell numeric>Left in {monthName(month)}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {plans.map((one) => (
            <Row key={one.plan ?? ""} className={one.plan === null ? "font-strong" : undefined}>
              <DataCell className="whitespace-nowrap">{one.plan ?? "All plans"}</DataCell>
              <DataCell numeric>{paid(one, formatCount(one.customers))}</DataCell>
              <DataCell numeric>{paid(one, formatMoney(one.mrr, scope.currency, 2))}</DataCell>
              <DataCell numeric>
                <span className="inline-flex items-center justify-end gap-2">
                  <span aria-hidden className="h-1.5 w-16 rounded-full bg-sunken max-lg:hidden">
                    <span
                      className="block h-full rounded-full bg-brand"
                      style={{ width: `${Math.round((one.share ?? 0) * 100)}%` }}
                    />
                  </span>
                  {one.plan === null ? share(one.share) : paid(one, share(one.share))}
                </span>
              </DataCell>
              <DataCell numeric>{paid(one, money(one.perCustomer))}</DataCell>
              <DataCell numeric>{kept(one, one.netRetention)}</DataCell>
              <DataCell numeric>{kept(one, one.grossRetention)}</DataCell>
              <DataCell numeric>
                <FigureLink
                  rowsOf={{ figure: "logo_churn", from, until }}
                  filter={{ plan: one.plan ?? undefined, currency: currencyAsked }}
                  value={one.left}
                >
                  {formatCount(one.left)}
                </FigureLink>
              </DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      <div className="flex justify-end gap-2 px-4 pt-1 md:px-5">
        <SaveMarks of="plans" marks={planMarks(insights)} />
        <CsvButton
          file={{
            name: "revenue-by-plan",
            columns: ["plan", "customers", "mrr", "currency", "share", "per_customer", "nrr", "grr", "left"],
            rows: plans.map((one) => [
              one.plan ?? "all",
              one.customers,
              one.mrr,
              scope.currency,
              one.share,
              one.perCustomer,
              one.netRetention,
              one.grossRetention,
              one.left,
            ]),
          }}
        />
      </div>
    </Cell>
  );
}
