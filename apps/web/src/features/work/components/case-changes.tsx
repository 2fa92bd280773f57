import { caseReasons, caseStageLabel } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { ChangedMeanwhile } from "@/components/form/changed-meanwhile.tsx";

/** What somebody else changed of a case since a dialog about it was opened. */
export function CaseChanges({ riskCase }: { riskCase: RiskCase }) {
  return <ChangedMeanwhile now={riskCase} what="this case" by={riskCase.updatedBy} changesOf={changesOf} />;
}

const changesOf = (before: RiskCase, now: RiskCase) => [
  before.stage === now.stage ? null : `Stage: ${caseStageLabel(now.stage)}`,
  before.reason === now.reason ? null : `Reason: ${caseReasons[now.reason]}`,
  before.plan === now.plan ? null : `Plan: ${now.plan === "" ? "none" : `“${now.plan}”`}`,
  before.owner?.userId === now.owner?.userId ? null : `Owner: ${now.owner?.name ?? "nobody"}`,
];
