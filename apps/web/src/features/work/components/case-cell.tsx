import { CaseStage, caseReasons, caseStageLabel } from "@forestay/contracts/wire";
import type { RiskCase } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatMoney, formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { useChangeCase, useReopenCase } from "../api/work-changes.ts";
import { workQueries } from "../api/work-queries.ts";
import { CloseCaseDialog } from "./close-case-dialog.tsx";
import { EditCaseDialog } from "./edit-case-dialog.tsx";
import { OpenCaseDialog } from "./open-case-dialog.tsx";
import { StageBar, daysIn } from "./stage-bar.tsx";

/** The customer's risk case: where it stands, why, what is planned, and what comes next. */
export function CaseCell({ customerId }: { customerId: string }) {
  const cases = useQuery(workQueries.casesOf(customerId));
  const [isOpening, setOpening] = useState(false);
  const open = cases.data?.open ?? null;
  return (
    <Cell
      title="Risk case"
      aside={
        open === null ? undefined : (
          <Tag tone="info">
            {caseStageLabel(open.stage)}, day {(daysIn(open, open.stage) ?? 0) + 1}
          </Tag>
        )
      }
    >
      <QueryView
        query={cases}
        loading="Loading the risk case"
        failed="The risk case did not load"
        skeleton={<Skeleton className="h-24" />}
        inset
      >
        {({ open: current, closed }) => (
          <div className="flex flex-col gap-3">
            {current === null ? (
              <>
                {closed[0] === undefined ? (
                  <p className="m-0 text-ui text-ink-2">
                    None. Open one when you set out to keep this customer: the team sees who does what, and
                    you see what works.
                  </p>
                ) : null}
                <Authorize policy="customers:write">
                  <Button size="sm" className="self-start" onClick={() => setOpening(true)}>
                    Open case
                  </Button>
                </Authorize>
              </>
            ) : (
              <OpenCase riskCase={current} />
            )}
            {closed.map((one, index) => (
              <ClosedCase key={one.id} riskCase={one} mayReopen={index === 0 && current === null} />
            ))}
          </div>
        )}
      </QueryView>
      {isOpening ? <OpenCaseDialog customerId={customerId} onClose={() => setOpening(false)} /> : null}
    </Cell>
  );
}

function OpenCase({ riskCase }: { riskCase: RiskCase }) {
  const [asked, ask] = useState<"edit" | "close" | null>(null);
  const change = useChangeCase();
  const next =
    riskCase.stage === CaseStage.AtRisk
      ? CaseStage.Plan
      : riskCase.stage === CaseStage.Plan
        ? CaseStage.Saving
        : null;
  const { id, reason, plan, owner, version } = riskCase;
  return (
    <>
      <p className="m-0 text-note text-ink-2">
        Opened {formatRelativeInline(riskCase.openedAt)} by {riskCase.openedBy}
        {owner === null ? ", nobody's yet" : `, ${owner.name}'s`}
        {riskCase.value === null || riskCase.value === 0
          ? ""
          : `, ${formatMoney(riskCase.value, riskCase.currency)} a year at stake`}
      </p>
      <StageBar riskCase={riskCase} />
      <p className="m-0 text-ui whitespace-pre-line text-ink [overflow-wrap:anywhere]">
        <span className="text-ink-2">Reason:</span> {caseReasons[reason]}
        {plan === "" ? null : (
          <>
            {"\n"}
            <span className="text-ink-2">Plan:</span> {plan}
          </>
        )}
      </p>
      <Authorize policy="customers:write">
        <div className="flex flex-wrap gap-2">
          {next === null ? null : (
            <Button
              size="sm"
              pending={change.isPending}
              pendingLabel="Moving..."
              onClick={() =>
                change.mutate(
                  { id, stage: next, reason, plan, ownerUserId: owner?.userId ?? null, version },
                  { onError: (error) => toast.error("The case was not moved", error.message) },
                )
              }
            >
              Move to {caseStageLabel(next)}
            </Button>
          )}
          <Button size="sm" variant={next === null ? "secondary" : "ghost"} onClick={() => ask("close")}>
            Close case
          </Button>
          <Button size="sm" variant="ghost" onClick={() => ask("edit")}>
            Edit
          </Button>
        </div>
      </Authorize>
      {asked === "edit" ? <EditCaseDialog riskCase={riskCase} onClose={() => ask(null)} /> : null}
      {asked === "close" ? <CloseCaseDialog riskCase={riskCase} onClose={() => ask(null)} /> : null}
    </>
  );
}

function ClosedCase({ riskCase, mayReopen }: { riskCase: RiskCase; mayReopen: boolean }) {
  const reopen = useReopenCase();
  const { stage, reason, closedAt, outcomeNote, leftOn } = riskCase;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <p className="m-0 min-w-0 flex-1 text-note text-ink-2 [overflow-wrap:anywhere]">
        <span className="font-strong text-ink">{caseStageLabel(stage)}</span>
        {closedAt === null ? "" : ` ${formatRelativeInline(closedAt)}`} · {caseReasons[reason]}
        {leftOn === null ? "" : ` · left ${formatShortDate(`${leftOn}T12:00:00Z`)}`}
        {outcomeNote === "" ? "" : ` · ${outcomeNote}`}
      </p>
      {mayReopen ? (
        <Authorize policy="customers:write">
          <Button
            size="sm"
            variant="ghost"
            pending={reopen.isPending}
            pendingLabel="Opening..."
            onClick={() =>
              reopen.mutate(riskCase.id, {
                onError: (error) => toast.error("The case was not opened", error.message),
              })
            }
          >
            Open again
          </Button>
        </Authorize>
      ) : null}
    </div>
  );
}
