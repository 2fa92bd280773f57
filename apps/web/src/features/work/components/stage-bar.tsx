import { CaseStage, caseStageLabel, openStages } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { formatCounted } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

/** Where a case stands: three stages and how it ended, with the days in each. */
export function StageBar({ riskCase }: { riskCase: RiskCase }) {
  const isOver = riskCase.closedAt !== null;
  const steps = [
    ...openStages.map((stage) => ({
      label: caseStageLabel(stage),
      isReached: isOver || riskCase.stage >= stage,
      isNow: riskCase.stage === stage,
      days: daysIn(riskCase, stage),
    })),
    {
      label: isOver ? caseStageLabel(riskCase.stage) : "Recovered or lost",
      isReached: isOver,
      isNow: isOver,
      days: null,
    },
  ];
  return (
    <ol className="m-0 grid list-none grid-cols-[1fr_1fr_1fr_1.4fr] gap-1.5 p-0 text-small text-ink-2">
      {steps.map(({ label, isReached, isNow, days }) => (
        <li key={label} aria-current={isNow ? "step" : undefined} className="flex flex-col gap-0.5">
          <span
            aria-hidden
            className={cn(
              "mb-1 h-1 rounded-full",
              !isReached
                ? "bg-press"
                : isOver && riskCase.stage === CaseStage.Lost
                  ? "bg-risk-crit"
                  : "bg-brand",
            )}
          />
          <span className={cn(isNow && "font-strong text-ink")}>{label}</span>
          {days === null ? null : <span className="tabular">{formatCounted(days, "day")}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Whole days in a stage, all stays together; null: it was never in it. */
export function daysIn(riskCase: RiskCase, stage: number): number | null {
  const stays = riskCase.stages.filter((one) => one.stage === stage);
  return stays.length === 0 ? null : stays.reduce((days, stay) => days + stay.days, 0);
}
