import { caseReasons, caseStageLabel } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { useState } from "react";

/** What somebody else changed of a case since a dialog about it was opened: who saves next has seen it. */
export function ChangedMeanwhile({ riskCase }: { riskCase: RiskCase }) {
  const [opened] = useState(riskCase);
  const changes = changesOf(opened, riskCase);
  if (changes.length === 0) return null;
  return (
    <div role="status" className="rounded-control bg-sunken px-3 py-2 text-ui text-ink">
      <p className="m-0 font-strong">{riskCase.updatedBy} changed this case while you had it open</p>
      <ul className="m-0 mt-1 list-none space-y-0.5 p-0 text-ink-2">
        {changes.map((change) => (
          <li key={change} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {change}
          </li>
        ))}
      </ul>
      <p className="m-0 mt-1 text-note text-ink-2">
        What you typed here is kept; where both changed the same, saving keeps yours.
      </p>
    </div>
  );
}

function changesOf(before: RiskCase, now: RiskCase): string[] {
  return [
    before.stage === now.stage ? null : `Stage: ${caseStageLabel(now.stage)}`,
    before.reason === now.reason ? null : `Reason: ${caseReasons[now.reason]}`,
    before.plan === now.plan ? null : `Plan: ${now.plan === "" ? "none" : `“${now.plan}”`}`,
    before.owner?.userId === now.owner?.userId ? null : `Owner: ${now.owner?.name ?? "nobody"}`,
  ].filter((change) => change !== null);
}
