import { riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis } from "@forestay/contracts/wire";
import { CircleAlert } from "lucide-react";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { Cell, FactStrip, SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";

/** How many at which level, what money is at stake, and what must be known before reading on. */
export function AnalysisSummary({ analysis }: { analysis: Analysis }) {
  const { expectedRevenueAtRisk: atRisk, currency } = analysis;
  return (
    <>
      <FactStrip
        facts={[
          {
            label: `Revenue at risk, next ${analysis.horizonDays} days`,
            value:
              atRisk === null ? (
                MISSING
              ) : (
                <span title={atRisk.basis}>
                  {formatMoney(atRisk.value, currency)}
                  <span className="block text-note font-regular text-ink-2">
                    8 in 10 chance of {formatMoney(atRisk.lower, currency)} to{" "}
                    {formatMoney(atRisk.upper, currency)}
                  </span>
                </span>
              ),
          },
          ...analysis.levels.toReversed().map((one) => ({
            label: riskLevelLabel(one.level),
            value: (
              <span className="flex flex-col items-start">
                <span className="flex items-center gap-2.5">
                  {formatCount(one.customers)}
                  <RiskRungs level={one.level} className={riskColor[one.level].fill} />
                </span>
                <span className="text-note font-regular text-ink-2">
                  {one.monthlyRevenue > 0
                    ? `${formatMoney(one.monthlyRevenue, currency)} a month`
                    : one.lifetimeValue > 0
                      ? `${formatMoney(one.lifetimeValue, currency)} lifetime value`
                      : ""}
                </span>
              </span>
            ),
          })),
        ]}
      />
      {analysis.warnings.length > 0 || analysis.notScored.length > 0 ? (
        <SheetRow>
          <Cell>
            <ul className="m-0 flex list-none flex-col gap-1.5 p-0 text-ui text-ink">
              {analysis.warnings.map((warning) => (
                <li key={warning} className="flex gap-2">
                  <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
                  {warning}
                </li>
              ))}
              {analysis.notScored.map(({ reason, count }) => (
                <li key={reason} className="text-ink-2">
                  {formatCounted(count, "customer")} not scored: {reason}
                </li>
              ))}
            </ul>
          </Cell>
        </SheetRow>
      ) : null}
    </>
  );
}
