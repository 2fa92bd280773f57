import { useQuery } from "@tanstack/react-query";
import { Plus, RotateCcw } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
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
        subtitle="What an analysis recommends for the factors that raise a score. Of several steps that answer a factor, the first in this list is recommended."
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
        <QueryView
          query={list}
          loading="Loading next steps"
          failed="The next steps did not load"
          skeleton={<Skeleton className="m-5 h-120" />}
          isEmpty={({ steps }) => steps.length === 0}
          empty={
            <EmptyState title="Nothing is recommended">
              Analyses name the factors of a score and no step for them. Add a step, or go back to the default
              list.
            </EmptyState>
          }
        >
          {({ steps, updatedAt }) => (
            <>
              <div className="border-b border-line empty:hidden">
                <QueryView
                  query={effects}
                  loading="Loading measured effects"
                  failed="The measured effects did not load"
                  skeleton={null}
                >
                  {() => null}
                </QueryView>
              </div>
              <NextStepList steps={steps} effects={effects.data?.items ?? null} mayEdit={mayEdit} />
              <Cell className="border-t border-line">
                <p className="m-0 text-note text-ink-2">
                  {mayEdit ? "" : "Staff and Owners can change this. "}
                  Changes count from the next analysis.
                  {updatedAt === null
                    ? ""
                    : ` Last changed ${formatRelativeInline(updatedAt)}; who changed what is in the audit log.`}
                </p>
              </Cell>
            </>
          )}
        </QueryView>
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
