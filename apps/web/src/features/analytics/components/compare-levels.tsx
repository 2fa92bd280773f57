import { RiskLevel as Level, riskLevelLabel } from "@forestay/contracts/wire";
import type { Comparison } from "@forestay/contracts/wire";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

const levels = Object.values(Level);

/** Customers by level in the other run (row) and in this one (column); who stayed is on the diagonal. */
export function CompareLevels({ levels: counts }: { levels: Comparison["levels"] }) {
  return (
    <Cell title="From level to level" subtitle="Rows: the other run. Columns: this one">
      <ScrollBox label="From level to level">
        <table className="w-full min-w-100 border-separate border-spacing-0.5 text-ui">
          <caption className="sr-only">Customers by level in the other run and in this one</caption>
          <thead>
            <tr>
              <th scope="col" className="p-1 text-left text-small font-label text-ink-3">
                <span className="sr-only">Other run</span>
              </th>
              {levels.map((level) => (
                <th key={level} scope="col" className="p-1 text-center text-small font-label text-ink-2">
                  {riskLevelLabel(level)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {levels.map((from) => (
              <tr key={from}>
                <th scope="row" className="p-1 text-left font-emphasis text-ink">
                  <RiskLevel level={from} />
                </th>
                {levels.map((to) => {
                  const count = counts[from]?.[to] ?? 0;
                  return (
                    <td
                      key={to}
                      className={cn(
                        "rounded-check p-2.5 text-center tabular",
                        count === 0
                          ? "text-ink-3"
                          : from === to
                            ? "bg-sunken text-ink-2"
                            : to > from
                              ? "bg-risk-high-tint font-strong text-risk-high-text"
                              : "bg-risk-low-tint font-strong text-risk-low-text",
                      )}
                    >
                      {count > 0 && from !== to ? (
                        <>
                          <span aria-hidden>{to > from ? "↑ " : "↓ "}</span>
                          <span className="sr-only">{to > from ? "rose: " : "fell: "}</span>
                        </>
                      ) : null}
                      {formatCount(count)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Cell>
  );
}
