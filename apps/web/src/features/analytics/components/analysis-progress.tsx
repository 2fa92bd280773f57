import type { Analysis } from "@forestay/contracts/wire";
import { Meter } from "@/components/ui/meter.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { StepList } from "@/components/ui/step-list.tsx";
import { runningStages, stageWords } from "../hooks/analysis-words.ts";

/** An analysis at work: which stage, how far, and that one may leave. */
export function AnalysisProgress({ analysis }: { analysis: Analysis }) {
  const at = runningStages.indexOf(analysis.stage);
  return (
    <Cell className="py-8">
      <div className="mx-auto flex max-w-140 flex-col gap-6">
        <div className="flex flex-col gap-3" aria-live="polite">
          <p className="m-0 flex justify-between gap-4 text-body">
            <span className="font-strong text-ink">{stageWords[analysis.stage]}</span>
            <span className="text-ink-2 tabular">
              {analysis.progress === null ? "" : `${Math.round(analysis.progress * 100)}%`}
            </span>
          </p>
          <Meter value={analysis.progress} label="Progress of the analysis" />
          <p className="m-0 text-ui text-ink-2">
            You can leave this page: the analysis goes on, and scores appear in Customers when it is done.
          </p>
        </div>
        <StepList
          steps={runningStages.map((stage, index) => ({
            title: stageWords[stage],
            state: index < at ? ("done" as const) : index === at ? ("current" as const) : ("next" as const),
          }))}
        />
      </div>
    </Cell>
  );
}
