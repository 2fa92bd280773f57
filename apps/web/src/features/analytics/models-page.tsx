import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useNavigate } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { FactStrip, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { MISSING, formatDateTime, formatRelative } from "@/lib/format/index.ts";
import { useStartAnalysis } from "./api/analysis-queries.ts";
import { modelQueries } from "./api/model-queries.ts";
import { ModelRow } from "./components/model-row.tsx";

/** /app/analytics/models: every stored model, which one is in use and why, and what happens next by itself. */
export function ModelsPage() {
  const models = useQuery(modelQueries.list());
  const { items = [] } = models.data ?? {};
  const current = items.find(({ isCurrent }) => isCurrent);
  return (
    <>
      <PageHeader
        title="Models"
        subtitle="A new one replaces the one in use only when it is better on records neither had seen."
        breadcrumb={[
          { label: "Churn analysis", to: "/app/analytics/run-churn-analysis" },
          { label: "Models" },
        ]}
        actions={items.length === 0 ? undefined : <RetrainButton />}
      />
      <Sheet>
        <ListFrame
          query={models}
          noun="models"
          failed="The models did not load"
          skeleton={<Skeleton className="m-5 h-96" />}
          empty={
            <EmptyState
              title="No model yet"
              actions={
                <ButtonLink to="/app/analytics/run-churn-analysis" variant="primary">
                  Run churn analysis
                </ButtonLink>
              }
            >
              The first churn analysis trains one, if enough customers are known to have left and stayed.
            </EmptyState>
          }
        >
          {({ items, schedule }) => (
            <>
              <FactStrip
                facts={[
                  { label: "In use", value: current?.version ?? MISSING },
                  {
                    label: "Trained",
                    value: current === undefined ? MISSING : formatRelative(current.trainedAt),
                  },
                  {
                    label: "Next scoring, every night",
                    value: schedule.isActive ? formatDateTime(schedule.nextScoringAt) : MISSING,
                  },
                  {
                    label: "Next training, every month and on drift",
                    value: schedule.isActive ? formatDateTime(schedule.nextTrainingAt) : MISSING,
                  },
                ]}
              />
              <SheetRow>
                <ul aria-label="Models" className="m-0 list-none divide-y divide-line p-0">
                  {items.map((model) => (
                    <ModelRow key={model.version} model={model} current={current?.version ?? null} />
                  ))}
                </ul>
              </SheetRow>
            </>
          )}
        </ListFrame>
      </Sheet>
    </>
  );
}

/** Trains a challenger on what is known now; whether it is taken into use, records that neither had learned from say. */
function RetrainButton() {
  const start = useStartAnalysis();
  const navigate = useNavigate();
  return (
    <Authorize policy="analytics:run">
      <Button
        variant="primary"
        icon={<RefreshCw />}
        pending={start.isPending}
        pendingLabel="Starting..."
        onClick={() =>
          start.mutate(
            {},
            {
              onSuccess: (analysis) => void navigate(`/app/analytics/churn-analysis/${analysis.id}`),
              onError: (error) => toast.error("The training could not start", error.message),
            },
          )
        }
      >
        Retrain now
      </Button>
    </Authorize>
  );
}
