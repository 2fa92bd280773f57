import { churnReasons } from "@forestay/contracts/wire";
import type { ReasonsInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";
import { themeMark } from "../hooks/mark-criteria.ts";

/** What people wrote when they ended a subscription, grouped, with their own words. */
export function ReasonThemes({ insights }: { insights: ReasonsInsights }) {
  const { themes, months, total, withReason, scope } = insights;
  const left = total === null ? 0 : churnReasons.reduce((sum, reason) => sum + total[reason].customers, 0);
  const [first] = themes;
  if (first === undefined) {
    return (
      <Cell title="In their own words">
        <p className="m-0 text-ui text-ink-2">
          n/a: {left === 0 ? "nobody left in this time" : "no reason was written down"}. A column with the
          reason in a file of subscriptions fills it.
        </p>
      </Cell>
    );
  }
  const largest = Math.max(...themes.map((theme) => theme.customers));
  return (
    <Cell
      title={`"${first.label}" is named most`}
      subtitle={`${formatCounted(withReason, "customer")} said why; grouped by words`}
    >
      <ul className="m-0 flex list-none flex-col gap-3.5 p-0">
        {themes.map((theme) => (
          <li key={theme.label} className="min-w-0">
            <p className="m-0 flex items-baseline justify-between gap-3 text-ui">
              <strong className="min-w-0 font-strong wrap-anywhere text-ink">{theme.label}</strong>
              <span className="shrink-0 text-ink-2 tabular">
                <FigureLink
                  rowsOf={{
                    figure: "movements",
                    kind: "churn",
                    from: months[0]?.from,
                    until: months.at(-1)?.until,
                    theme: theme.label,
                  }}
                  filter={{
                    plan: scope.plan ?? undefined,
                    currency: scope.currency,
                    segment: scope.segment?.id,
                  }}
                  value={theme.customers}
                >
                  {formatCount(theme.customers)} · {formatMoney(theme.mrr, scope.currency)} MRR
                </FigureLink>
              </span>
            </p>
            <span aria-hidden className="block h-1.5 pt-1">
              <span
                className="block h-1.5 rounded-full bg-brand"
                style={{ width: `${(theme.customers / largest) * 100}%` }}
              />
            </span>
            {theme.quotes.every(({ words }) => words === theme.label) ? null : (
              <p className="m-0 line-clamp-2 pt-2 text-note wrap-anywhere text-ink-2">
                {theme.quotes
                  .map(({ words, times }) => `“${words}”${times > 1 ? ` ×${formatCount(times)}` : ""}`)
                  .join(" · ")}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2 pt-2">
        <SaveMarks of="reasons" marks={themes.flatMap((theme) => themeMark(theme, insights) ?? [])} />
        <CsvButton
          file={{
            name: "reasons-in-words",
            columns: ["theme", "customers", "mrr", "currency", "quote", "times"],
            rows: themes.flatMap((theme) =>
              theme.quotes.map(({ words, times }) => [
                theme.label,
                theme.customers,
                theme.mrr,
                scope.currency,
                words,
                times,
              ]),
            ),
          }}
        />
      </div>
    </Cell>
  );
}
