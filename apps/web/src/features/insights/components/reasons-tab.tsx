import { churnReasons } from "@forestay/contracts/wire";
import type { ChurnReasonKind, ReasonsInsights } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { rowsPath } from "@/components/figures/rows-path.ts";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import {
  formatCount,
  formatCounted,
  formatMoney,
  formatShare,
  monthName,
  shortMonth,
} from "@/lib/format/index.ts";
import { reasonMarks } from "../hooks/mark-criteria.ts";
import { reasonsTitle } from "../hooks/revenue-words.ts";
import { ReasonThemes } from "./reason-themes.tsx";

const parts: Record<ChurnReasonKind, { label: string; note: string; color: string }> = {
  voluntary: { label: "Voluntary", note: "They ended it", color: "var(--danger)" },
  involuntary: { label: "Involuntary", note: "It ended unpaid", color: "var(--risk-med)" },
  unknown: { label: "Unknown", note: "Nobody said", color: "var(--ink-3)" },
};

/** Why customers left: by whom it was ended, month by month, and in their own words. */
export function ReasonsTab({ insights }: { insights: ReasonsInsights }) {
  const { months, total, scope } = insights;
  const step = Math.ceil(months.length / (useIsMobile() ? 4 : 8));
  const title = reasonsTitle(insights);
  const [first, last] = [months[0], months.at(-1)];
  const filter = filterOf(scope);
  const all = total === null ? 0 : churnReasons.reduce((sum, reason) => sum + total[reason].customers, 0);
  return (
    <>
      {total === null || first === undefined || last === undefined ? null : (
        <SheetRow>
          <Cell
            title={title}
            subtitle={
              <>
                <FigureLink
                  rowsOf={{ figure: "lost_by_month", from: first.from, until: last.until }}
                  filter={filter}
                  value={all}
                >
                  {formatCounted(all, "customer")}
                </FigureLink>{" "}
                left in full months
              </>
            }
          >
            <dl className="m-0 grid grid-cols-1 gap-4 md:grid-cols-3">
              {churnReasons.map((reason) => (
                <div key={reason}>
                  <dt className="inline-flex items-center gap-1.5 text-note text-ink-2">
                    <span
                      aria-hidden
                      className="size-2 rounded-full"
                      style={{ background: parts[reason].color }}
                    />
                    {parts[reason].label}: {parts[reason].note.toLowerCase()}
                  </dt>
                  <dd className="m-0 text-title font-strong text-ink tabular">
                    <FigureLink
                      rowsOf={{ figure: "lost_by_month", from: first.from, until: last.until, reason }}
                      filter={filter}
                      value={total[reason].customers}
                    >
                      {formatCounted(total[reason].customers, "customer")}
                    </FigureLink>
                    <span className="block text-ui font-regular text-ink-2">
                      <FigureLink
                        rowsOf={{ figure: "lost_by_month", from: first.from, until: last.until, reason }}
                        filter={filter}
                        value={total[reason].customers}
                        quiet
                      >
                        {all === 0 ? "" : `${formatShare(total[reason].customers / all)}, `}
                        {formatMoney(total[reason].mrr, scope.currency)} MRR
                      </FigureLink>
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </Cell>
        </SheetRow>
      )}
      <SheetRow columns="minmax(0,1fr) 400px">
        <Cell title="Customers who left, by month" subtitle="By who ended it">
          <StackedColumns
            label={`${title}. Customers who left in ${months.length} months.`}
            head="Month"
            parts={churnReasons.map((key) => ({
              key,
              label: parts[key].label,
              color: parts[key].color,
              isLoss: false,
            }))}
            columns={months.map(({ month, lost }) => ({
              key: month,
              label: `${monthName(month)} ${month.slice(0, 4)}`,
              values:
                lost === null
                  ? null
                  : Object.fromEntries(churnReasons.map((reason) => [reason, lost[reason].customers])),
            }))}
            formatY={(value) => (Number.isInteger(value) ? formatCount(value) : "")}
            formatValue={formatCount}
            pathOf={(column, part) => {
              const month = months.find((one) => one.month === column);
              const reason = churnReasons.find((one) => one === part);
              return month === undefined || reason === undefined
                ? undefined
                : rowsPath({ figure: "logo_churn", from: month.from, until: month.until, reason }, filter);
            }}
            xTicks={months.flatMap(({ month }, column) =>
              (months.length - 1 - column) % step === 0 ? [{ column, label: shortMonth(month) }] : [],
            )}
            actions={<SaveMarks of="who left" marks={reasonMarks(insights)} />}
            csv={{
              name: "churn-by-reason",
              columns: ["month", "reason", "customers", "mrr", "currency"],
              rows: months.flatMap(({ month, lost }) =>
                lost === null
                  ? []
                  : churnReasons.map((reason) => [
                      month,
                      reason,
                      lost[reason].customers,
                      lost[reason].mrr,
                      scope.currency,
                    ]),
              ),
            }}
          />
          <MonthLinks insights={insights} />
        </Cell>
        <ReasonThemes insights={insights} />
      </SheetRow>
    </>
  );
}

const filterOf = ({ plan, currency, segment }: ReasonsInsights["scope"]) => ({
  plan: plan ?? undefined,
  currency,
  segment: segment?.id,
});

/** The customers behind each month, newest first. */
function MonthLinks({ insights: { months, scope } }: { insights: ReasonsInsights }) {
  const filter = filterOf(scope);
  const withLeavers = months.flatMap(({ lost, ...month }) => {
    const customers =
      lost === null ? 0 : churnReasons.reduce((sum, reason) => sum + lost[reason].customers, 0);
    return customers === 0 ? [] : [{ ...month, customers }];
  });
  if (withLeavers.length === 0) return null;
  return (
    <p className="m-0 flex flex-wrap gap-x-3 gap-y-1 pt-2 text-note text-ink-2">
      <span className="inline-flex min-h-6 items-center">Who left:</span>
      {withLeavers.toReversed().map(({ month, from, until, customers }) => (
        <Link
          key={month}
          to={rowsPath({ figure: "logo_churn", from, until }, filter)}
          className="inline-flex min-h-6 items-center rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
        >
          {monthName(month).slice(0, 3)} {month.slice(0, 4)}: {formatCount(customers)}
        </Link>
      ))}
    </p>
  );
}
