import { churnRuleInWords } from "@forestay/contracts/wire";
import type { ModelSummary } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { dataWords, figureWords } from "../hooks/model-words.ts";
import { ModelTags } from "./model-tags.tsx";
import { UseModelButton } from "./use-model-button.tsx";

/** A stored model in a list: what it was worth, why it is or is not in use, and the way back to it. */
export function ModelRow({ model, current }: { model: ModelSummary; current: string | null }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5 text-ui md:px-5">
      <div className="min-w-0 flex-1 basis-80">
        <p className="m-0 flex flex-wrap items-center gap-2">
          <Link
            to={modelPath(model.version)}
            className="rounded-check font-strong text-ink no-underline hover:underline"
          >
            Model {model.version}
          </Link>
          <ModelTags model={model} />
          <span className="text-note text-ink-3">trained {formatRelativeInline(model.trainedAt)}</span>
        </p>
        <p className="m-0 text-note text-ink-2">{dataWords(model)}</p>
        {model.fitsChurn && model.churn.definition === "cancelled" ? null : (
          <p className="m-0 text-note text-ink-2">
            Left means: {churnRuleInWords(model.churn)}
            {model.fitsChurn ? "." : ". That is not what you count now, so it scores nobody."}
          </p>
        )}
        <p className="m-0 text-note text-ink-2">
          AUC {figureWords(model.auc, 3)} · log loss {figureWords(model.logLoss, 4)} · calibration error{" "}
          {figureWords(model.ece, 3)}
        </p>
        {model.decision === null ? null : <p className="m-0 text-note text-ink-3">{model.decision.reason}</p>}
      </div>
      {model.isCurrent || !model.fitsChurn ? null : (
        <UseModelButton version={model.version} current={current} size="sm" />
      )}
    </li>
  );
}

export const modelPath = (version: string) => `/app/analytics/models/${encodeURIComponent(version)}`;
