import type { ModelSummary } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";
import { verdictLooks } from "../hooks/analysis-words.ts";
import { driftLooks } from "../hooks/model-words.ts";

/** Whether it is in use and predicts what is asked, how far it can be relied on, and whether its data has moved away from it. */
export function ModelTags({
  model,
}: {
  model: Pick<ModelSummary, "isCurrent" | "fitsChurn" | "verdict" | "driftLevel">;
}) {
  const verdict = verdictLooks[model.verdict];
  const drift = model.driftLevel === null ? null : driftLooks[model.driftLevel];
  return (
    <>
      {model.isCurrent ? <Tag tone="info">In use</Tag> : null}
      {model.fitsChurn ? null : <Tag tone="warning">Another meaning of leaving</Tag>}
      <Tag tone={verdict.tone}>{verdict.label}</Tag>
      {drift === null || model.driftLevel === "stable" ? null : <Tag tone={drift.tone}>{drift.label}</Tag>}
    </>
  );
}
