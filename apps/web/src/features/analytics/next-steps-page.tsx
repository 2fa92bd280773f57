import { useQuery } from "@tanstack/react-query";
import { Plus, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { planQueries, useNextSteps } from "./api/plan-queries.ts";
import { NextStepDialog } from "./components/next-step-dialog.tsx";
import { NextStepList } from "./components/next-step-list.tsx";

/** /app/analytics/next-steps: which factor leads to which next step, the company's own way. */
export function NextStepsPage() {
  const list = useQuery(planQueries.nextSteps());
  const effects = useQuery(planQueries.effects());
  const mayEdit = usePolicy("analytics:run");
  const [adding, setAdding] = useState(false);
  const [resetting, setResetting] = useState(false);
  const reset = useNextSteps();
  const isOwn = list.data?.isDefault === false;
  return (
    <>
      <PageHeader
        title="Next steps"
        subtitle="What an analysis recommends for the factors that raise a score. The first step that answers a factor is taken."
        breadcrumb={[
          { label: "Churn analysis", to: "/app/analytics/run-churn-analysis" },
          { label: "Next steps" },
        ]}
        {...(isOwn ? { tag: <Tag tone="info">Your own list</Tag> } : {})}
        actions={
          mayEdit && list.data !== undefined ? (
            <>
              {isOwn ? (
                <Button icon={<RotateCcw />} onClick={() => setResetting(true)}>
                  Reset to default
                </Button>
              ) : null}
              <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
                Add a step
              </Button>
            </>
          ) : undefined
        }
      />
      <Sheet>
        {list.isError ? (
          <ErrorState
            title="The next steps did not load"
            message={list.error.message}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <Loading
            loading={list.isPending}
            label="Loading next steps"
            skeleton={<Skeleton className="m-5 h-120" />}
          >
            {list.data === undefined ? null : list.data.steps.length === 0 ? (
              <EmptyState title="Nothing is recommended">
                Analyses name the factors of a score and no step for them. Add a step, or go back to the
                default list.
              </EmptyState>
            ) : (
              <>
                {effects.isError ? (
                  <ErrorState
                    title="The measured effects did not load"
                    message={effects.error.message}
                    onRetry={() => void effects.refetch()}
                    retrying={effects.isFetching}
                    className="border-b border-line"
                  />
                ) : null}
                <NextStepList
                  steps={list.data.steps}
                  effects={effects.data?.items ?? null}
                  mayEdit={mayEdit}
                />
                <Cell className="border-t border-line">
                  <p className="m-0 text-note text-ink-2">
                    {mayEdit ? "" : "Staff and Owners can change this. "}
                    Changes count from the next analysis.
                    {list.data.updatedAt === null
                      ? ""
                      : ` Last changed ${formatRelative(list.data.updatedAt).toLowerCase()}; who changed what is in the audit log.`}
                  </p>
                </Cell>
              </>
            )}
          </Loading>
        )}
      </Sheet>
      {adding && list.data !== undefined ? (
        <NextStepDialog steps={list.data.steps} step={null} onClose={() => setAdding(false)} />
      ) : null}
      <ConfirmDialog
        open={resetting}
        onOpenChange={setResetting}
        title="Go back to the default steps?"
        description="Your own steps, texts and order are dropped. What they were stays in the audit log."
        confirmLabel="Reset to default"
        pending={reset.isPending}
        error={reset.error}
        onConfirm={() =>
          reset.mutate(null, {
            onSuccess: () => {
              setResetting(false);
              toast.success("The default steps are back");
            },
          })
        }
      />
    </>
  );
}
