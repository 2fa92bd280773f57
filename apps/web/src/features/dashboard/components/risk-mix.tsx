import { NEEDS_ATTENTION, riskLevelLabel } from "@forestay/contracts/wire";
import type { RiskMix as Mix } from "@forestay/contracts/wire";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatShare } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

interface RiskMixProps {
  risk: Mix | null;
  currency: string;
  missing: string | null;
  filter: FigureFilter;
}

/** Shorter ones are drawn this wide, so that they can be seen; the counts say how many they are. */
const smallestShare = 0.026;

const needAttention = { figure: "revenue_at_risk", level: NEEDS_ATTENTION } as const;

/** How many stand at which risk, and how that changed. */
export function RiskMix({ risk, currency, missing, filter }: RiskMixProps) {
  if (risk === null) {
    return (
      <Cell title="Customers by risk">
        <p className="m-0 text-ui text-ink-2">{missing}</p>
      </Cell>
    );
  }
  const shown = risk.levels.filter(({ customers }) => customers > 0);
  return (
    <Cell
      title="Customers by risk"
      subtitle={
        <>
          <FigureLink rowsOf={needAttention} filter={filter} value={risk.needAttention}>
            {formatCount(risk.needAttention)}
          </FigureLink>{" "}
          of{" "}
          <FigureLink rowsOf={{ figure: "revenue_at_risk" }} filter={filter} value={risk.customers}>
            {formatCounted(risk.customers, "customer")}
          </FigureLink>{" "}
          {risk.isOneOfSeveral ? `who pay in ${currency} ` : ""}need attention
        </>
      }
    >
      <div aria-hidden className="flex h-3 gap-0.5">
        {shown.map(({ level, customers }) => (
          <span
            key={level}
            className="rounded-[3px]"
            style={{
              flexGrow: Math.max(smallestShare, customers / risk.customers),
              flexBasis: 0,
              background: riskColor[level].variable,
            }}
          />
        ))}
      </div>
      <table className="mt-3 w-full border-collapse text-ui">
        <thead className="sr-only">
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Customers</th>
            <th scope="col">Share</th>
            <th scope="col">Change over 30 days</th>
          </tr>
        </thead>
        <tbody>
          {risk.levels.map(({ level, customers, change }) => (
            <tr key={level}>
              <th scope="row" className="py-1.5 text-left font-emphasis text-ink">
                <span className="inline-flex items-center gap-2">
                  <RiskRungs level={level} className={riskColor[level].fill} />
                  {riskLevelLabel(level)}
                </span>
              </th>
              <td className="py-1.5 text-right font-strong tabular">
                <FigureLink
                  rowsOf={{ figure: "revenue_at_risk", level }}
                  filter={filter}
                  value={customers}
                  quiet
                >
                  {formatCount(customers)}
                </FigureLink>
              </td>
              <td className="py-1.5 text-right text-ink-2 tabular">
                <FigureLink
                  rowsOf={{ figure: "revenue_at_risk", level }}
                  filter={filter}
                  value={customers}
                  quiet
                >
                  {formatShare(risk.customers === 0 ? 0 : customers / risk.customers)}
                </FigureLink>
              </td>
              <td
                className={cn(
                  "py-1.5 text-right font-strong tabular",
                  change === null || change === 0 || level < 2
                    ? "text-ink-2"
                    : change > 0
                      ? "text-danger-text"
                      : "text-ok-text",
                )}
              >
                {change === null
                  ? "–"
                  : change > 0
                    ? `+${formatCount(change)}`
                    : formatCount(change).replace("-", "−")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="m-0 flex flex-wrap items-center justify-between gap-2 pt-3 text-note text-ink-3">
        <MoreLink to={rowsPath(needAttention, filter)}>See customers at risk</MoreLink>
        Change over 30 days
      </p>
    </Cell>
  );
}
