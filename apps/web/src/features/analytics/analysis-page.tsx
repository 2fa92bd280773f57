import { isTerminalJobStatus, JobStatus, jobStatusLabel } from "@forestay/contracts/wire";
import type { Analysis } from "@forestay/contracts/wire";
import { findingWords } from "@forestay/contracts/words";
import { useQuery } from "@tanstack/react-query";
import { Check, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatDateTime, formatDuration } from "@/lib/format/index.ts";
import { analysisQueries, useCancelAnalysis, useRetryAnalysis } from "./api/analysis-queries.ts";
import { AnalysisProgress } from "./components/analysis-progress.tsx";
import { AnalysisResult } from "./components/analysis-result.tsx";
import { ExportMenu } from "./components/export-menu.tsx";
import { ShownActions } from "./components/shown-actions.tsx";
import { analysisTitle, stageWords } from "./hooks/analysis-words.ts";

const home = { label: "Churn analysis", to: "/app/analytics/run-churn-analysis" };

/** /app/analytics/churn-analysis/{id}: is the model any good, who is at risk, why, how much money. */
export function AnalysisPage() {
  const { analysisId = "" } = useParams();
  const analysis = useQuery(analysisQueries.results(analysisId));
  return (
    <RecordPage query={analysis} noun="analysis" parents={[home]} listLabel="All analyses">
      {(record) => <AnalysisContent analysis={record} />}
    </RecordPage>
  );
}

function AnalysisContent({ analysis }: { analysis: Analysis }) {
  const completed = analysis.status === JobStatus.Completed;
  return (
    <>
      <PageHeader
        title={analysisTitle(analysis)}
        breadcrumb={[home, { label: formatDateTime(analysis.createdAt) }]}
        subtitle={subtitle(analysis)}
        tag={
          <span aria-live="polite">
            <Tag
              tone={
                completed
                  ? "ok"
                  : analysis.status === JobStatus.Failed
                    ? "danger"
                    : analysis.status === JobStatus.Cancelled
                      ? "neutral"
                      : "info"
              }
              icon={completed ? <Check aria-hidden /> : undefined}
            >
              {jobStatusLabel(analysis.status)}
            </Tag>
          </span>
        }
        actions={
          completed ? (
            <>
              <ExportMenu analysis={analysis} />
              <ShownActions analysis={analysis} />
            </>
          ) : isTerminalJobStatus(analysis.status) ? (
            <>
              <ButtonLink to={home.to}>Change what to analyze</ButtonLink>
              <RetryButton id={analysis.id} />
            </>
          ) : (
            <CancelButton id={analysis.id} />
          )
        }
      />
      <Sheet>
        {completed ? <AnalysisResult analysis={analysis} /> : <NotCompleted analysis={analysis} />}
      </Sheet>
    </>
  );
}

function NotCompleted({ analysis }: { analysis: Analysis }) {
  if (analysis.status === JobStatus.Failed) {
    return (
      <Cell className="py-8">
        <p role="alert" className="m-0 text-body text-ink">
          {analysis.failure ?? "It stopped for a reason we did not foresee."}
        </p>
        {analysis.stage === "done" ? null : (
          <p className="m-0 mt-1 text-ui text-ink-2">It got as far as: {stageWords[analysis.stage]}.</p>
        )}
        <p className="m-0 mt-1 text-ui text-ink-2">
          Scores are as they were before. Try it again; if it fails again, the reason above is what support
          needs.
        </p>
      </Cell>
    );
  }
  if (analysis.status === JobStatus.Cancelled) {
    return (
      <Cell className="py-8">
        <p className="m-0 text-body text-ink">Scores are as they were before.</p>
      </Cell>
    );
  }
  return <AnalysisProgress analysis={analysis} />;
}

/** What it was of and by; a phone has room for the counts alone, where the title is a finding of its own. */
function subtitle(analysis: Analysis): ReactNode {
  const took =
    analysis.startedAt === null || analysis.completedAt === null
      ? null
      : `took ${formatDuration(Date.parse(analysis.completedAt) - Date.parse(analysis.startedAt))}`;
  const source =
    analysis.source === "rules"
      ? "rules, not trained"
      : analysis.modelVersion === null
        ? null
        : `model ${analysis.modelVersion}`;
  const finding = findingWords(analysis);
  const isDone = analysis.status === JobStatus.Completed && analysis.customersAnalyzed > 0;
  const counts = isDone && finding !== analysisTitle(analysis) ? finding : null;
  const horizon = isDone && !analysis.isUndated ? `next ${analysis.horizonDays} days` : null;
  const rest = [horizon, source, took, `started by ${analysis.createdBy}`];
  const details = [analysis.scope, ...rest].filter(Boolean).join(" · ");
  if (counts === null) return details;
  return (
    <>
      {counts}
      <span className="max-md:hidden"> · {details}</span>
    </>
  );
}

/** The same customers and options once more. */
function RetryButton({ id }: { id: string }) {
  const retry = useRetryAnalysis(id);
  const navigate = useNavigate();
  return (
    <Authorize policy="analytics:run">
      <Button
        variant="primary"
        icon={<RefreshCw />}
        pending={retry.isPending}
        pendingLabel="Starting..."
        onClick={() =>
          retry.mutate(undefined, {
            onSuccess: (analysis) => void navigate(`/app/analytics/churn-analysis/${analysis.id}`),
            onError: (error) => toast.error("The analysis could not start", error.message),
          })
        }
      >
        Try again
      </Button>
    </Authorize>
  );
}

function CancelButton({ id }: { id: string }) {
  const cancel = useCancelAnalysis(id);
  return (
    <Authorize policy="analytics:run">
      <Button
        pending={cancel.isPending}
        pendingLabel="Cancelling..."
        onClick={() =>
          cancel.mutate(undefined, {
            onError: (error) => toast.error("The analysis could not be cancelled", error.message),
          })
        }
      >
        Cancel
      </Button>
    </Authorize>
  );
}
