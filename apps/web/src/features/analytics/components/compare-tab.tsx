import { JobStatus } from "@forestay/contracts/wire";
import type { Analysis, AnalysisSummary, Comparison } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted, formatDateTime } from "@/lib/format/index.ts";
import { defineUrlState, word } from "@/lib/url-state/index.ts";
import { planQueries } from "../api/plan-queries.ts";
import { comparedFirst } from "../hooks/compare-choice.ts";
import { comparisonTitle, whyNobody, whyNotComparable } from "../hooks/compare-words.ts";
import { CompareLevels } from "./compare-levels.tsx";
import { CompareMovers } from "./compare-movers.tsx";
import { CompareSides } from "./compare-sides.tsx";

/** `?with=` is the other run; unless it says, the one before. */
const compareState = defineUrlState({ with: word() });

/** This run against another: who moved between levels, and what changed in the data and the model behind it. */
export function CompareTab({ analysis }: { analysis: Analysis }) {
  const [compared, change] = useUrlState(compareState);
  const runs = useQuery(planQueries.runs());
  return (
    <QueryView
      query={runs}
      loading="Loading runs"
      failed="The other runs did not load"
      skeleton={<Skeleton className="m-5 h-96" />}
    >
      {({ items }) => {
        const others = items.filter((one) => one.status === JobStatus.Completed && one.id !== analysis.id);
        const chosen = others.find(({ id }) => id === compared.with) ?? comparedFirst(others, analysis);
        if (chosen === undefined) return <NothingToCompare />;
        return (
          <>
            <Cell>
              <Field label="Compare with" className="max-w-120">
                {(control) => (
                  <Select
                    {...control}
                    value={chosen.id}
                    onChange={(id) => change({ with: id })}
                    options={others.map((one) => ({ value: one.id, label: runLabel(one) }))}
                  />
                )}
              </Field>
            </Cell>
            <Compared id={analysis.id} withId={chosen.id} />
          </>
        );
      }}
    </QueryView>
  );
}

function NothingToCompare() {
  return (
    <EmptyState
      title="No other run to compare with"
      actions={
        <ButtonLink to="/app/analytics/run-churn-analysis" variant="primary">
          Run another analysis
        </ButtonLink>
      }
    >
      With two completed runs you see here who moved between levels, and why.
    </EmptyState>
  );
}

function Compared({ id, withId }: { id: string; withId: string }) {
  const comparison = useQuery(planQueries.compare(id, withId));
  return (
    <QueryView
      query={comparison}
      loading="Comparing"
      failed="The comparison did not load"
      skeleton={<Skeleton className="m-5 h-96" />}
    >
      {(data) => <Differences comparison={data} />}
    </QueryView>
  );
}

function Differences({ comparison }: { comparison: Comparison }) {
  const nobody = whyNobody(comparison);
  return (
    <>
      <SheetRow>
        <Cell title={nobody === null ? comparisonTitle(comparison) : "Who moved is not known any more"}>
          {comparison.isComparable ? null : (
            <p className="m-0 flex gap-2 pb-2 text-ui text-ink">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
              {whyNotComparable(comparison)}
            </p>
          )}
          <p className="m-0 text-ui text-ink-2">{nobody ?? whoIsIn(comparison)}</p>
        </Cell>
      </SheetRow>
      {nobody === null ? (
        <>
          <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
            <CompareSides comparison={comparison} />
            <CompareLevels levels={comparison.levels} />
          </SheetRow>
          <CompareMovers movers={comparison.movers} />
        </>
      ) : (
        <SheetRow>
          <CompareSides comparison={comparison} />
        </SheetRow>
      )}
    </>
  );
}

function whoIsIn({ inBoth, onlyAfter, onlyBefore }: Comparison): string {
  const only = (count: number, where: string) =>
    count > 0 ? `, ${formatCounted(count, "customer")} only in ${where}` : "";
  return `${formatCounted(inBoth, "customer")} in both${only(onlyAfter, "this one")}${only(onlyBefore, "the other")}.`;
}

function runLabel(run: AnalysisSummary): string {
  const by = run.source === "rules" ? "rules" : `model ${run.modelVersion ?? ""}`;
  const removed = run.resultsRemovedAt === null ? "" : ", customers removed";
  return `${formatDateTime(run.createdAt)}: ${run.scope}, ${by}${removed}`;
}
