import type { ModelSummary } from "@forestay/contracts/models";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import {
  formatCount,
  formatCounted,
  formatRelative,
  formatShare,
  formatShortDate,
} from "@/lib/format/index.ts";
import { modelQueries, useActivateModel, useModelCardExport } from "../api/model-queries.ts";

/** Stored models, newest first: what each was worth, why it is or is not in use, and the way back to it. */
export function ModelsList() {
  const models = useQuery(modelQueries.list());
  if (models.data === undefined || models.data.items.length === 0) return null;
  return (
    <SheetRow>
      <Cell
        title="Models"
        subtitle="A new one replaces the one in use only when it is better on newer records"
      >
        <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
          {models.data.items.map((model) => (
            <Model key={model.version} model={model} />
          ))}
        </ul>
      </Cell>
    </SheetRow>
  );
}

function Model({ model }: { model: ModelSummary }) {
  const activate = useActivateModel();
  const card = useModelCardExport();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 text-ui">
      <div className="min-w-0 flex-1 basis-80">
        <p className="m-0 flex flex-wrap items-center gap-2">
          <span className="font-strong text-ink">{model.version}</span>
          {model.isCurrent ? <Tag tone="ok">In use</Tag> : null}
          {model.driftLevel === "drifted" ? <Tag tone="warning">Drifted</Tag> : null}
          <span className="text-note text-ink-3">
            trained {formatRelative(model.trainedAt).toLowerCase()}
          </span>
        </p>
        <p className="m-0 text-note text-ink-2">
          {formatCounted(model.rows, model.trainingSource === "history" ? "customer-month" : "customer")}
          {model.dataWindow === null
            ? ""
            : `, ${formatShortDate(model.dataWindow.from)} to ${formatShortDate(model.dataWindow.to)}`}
          , {formatCount(model.outcomes)} left ({formatShare(model.baseRate)})
        </p>
        <p className="m-0 text-note text-ink-2">
          AUC {figure(model.auc, 3)} · log loss {figure(model.logLoss, 4)}
        </p>
        {model.decision === null ? null : <p className="m-0 text-note text-ink-3">{model.decision.reason}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          pending={card.isPending}
          onClick={() =>
            card.mutate(model.version, {
              onError: (error) => toast.error("The card could not be written", error.message),
            })
          }
        >
          Model card
        </Button>
        {model.isCurrent ? null : (
          <Authorize policy="analytics:run">
            <Button
              size="sm"
              pending={activate.isPending}
              onClick={() =>
                activate.mutate(model.version, {
                  onSuccess: () => toast.success(`${model.version} is in use`, "The next scoring uses it."),
                  onError: (error) => toast.error("The model could not be taken into use", error.message),
                })
              }
            >
              Use this one
            </Button>
          </Authorize>
        )}
      </div>
    </li>
  );
}

function figure({ value, lower, upper }: ModelSummary["auc"], digits: number): string {
  const range =
    lower === null || upper === null ? "" : ` (${lower.toFixed(digits)} to ${upper.toFixed(digits)})`;
  return value.toFixed(digits) + range;
}
