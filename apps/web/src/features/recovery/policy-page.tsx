import { declineClasses, declineReasons, recoveryStatuses } from "@forestay/contracts/wire";
import type { RecoveryPolicies, RecoveryPolicy, RecoveryReplay } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCount, formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { policyQueries, useSavePolicy, useUsePolicy } from "./api/policy-queries.ts";
import { PolicyForm } from "./components/policy-form.tsx";
import { RecoveryTabs } from "./components/recovery-tabs.tsx";
import { ReplayPanel } from "./components/replay-panel.tsx";
import { WorkSettings } from "./components/work-settings.tsx";
import { rowWords } from "./hooks/policy-words.ts";

/** /app/recovery/policy: what happens after a payment failed, and what the last 90 days would have been like. */
export function RecoveryPolicyPage() {
  const policies = useQuery(policyQueries.all());
  return (
    <QueryView
      query={policies}
      loading="Loading the policy"
      failed="The policy did not load"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) => <Editor key={loaded.draft?.savedAt ?? loaded.inUse.version} policies={loaded} />}
    </QueryView>
  );
}

function Editor({ policies }: { policies: RecoveryPolicies }) {
  const { inUse, draft, plans, currency } = policies;
  const stored = draft?.policy ?? inUse.policy;
  const [policy, setPolicy] = useState<RecoveryPolicy>(stored);
  const canWrite = usePolicy("recovery:write");
  const save = useSavePolicy();
  const use = useUsePolicy();
  const isDirty = JSON.stringify(policy) !== JSON.stringify(stored);
  useUnsaved(isDirty);
  const replayed = useQuery(policyQueries.replay(policy));
  const refused = (error: Error) => toast.error("It was not saved", error.message);
  return (
    <>
      <PageHeader
        title="Recovery policy"
        subtitle="What happens after a payment failed, tried on the last 90 days before it is used."
        breadcrumb={[{ label: "Recovery", to: "/app/recovery" }, { label: "Policy" }]}
        actions={
          canWrite ? (
            <>
              <Button
                disabled={!isDirty}
                pending={save.isPending}
                pendingLabel="Saving..."
                onClick={() => save.mutate(policy, { onError: refused })}
              >
                Save draft
              </Button>
              <Button
                variant="primary"
                disabled={isDirty || draft === null}
                pending={use.isPending}
                pendingLabel="Putting into use..."
                onClick={() => use.mutate(undefined, { onError: refused })}
              >
                Use from now
              </Button>
            </>
          ) : undefined
        }
      />
      <Sheet>
        <RecoveryTabs note={stateWords(policies, isDirty)} />
        <WorkSettings />
        <SheetRow columns="minmax(0,1fr) minmax(0,420px)">
          <PolicyForm
            policy={policy}
            plans={plans}
            currency={currency}
            canWrite={canWrite}
            onChange={setPolicy}
          />
          <QueryView
            query={replayed}
            loading="Replaying the last 90 days"
            failed="The replay failed"
            skeleton={<Skeleton className="m-5 h-80" />}
          >
            {(replay) => (
              <ReplayPanel
                replay={replay}
                isStale={replayed.isFetching}
                onAgain={() => void replayed.refetch()}
              />
            )}
          </QueryView>
        </SheetRow>
        {replayed.data === undefined ? null : <StepByStep replay={replayed.data} />}
      </Sheet>
    </>
  );
}

function stateWords({ inUse, draft }: RecoveryPolicies, isDirty: boolean): string {
  const used =
    inUse.version === 0
      ? "In use: the policy that comes with the product"
      : `In use: version ${inUse.version}${inUse.since === null ? "" : ` since ${formatShortDate(inUse.since)}`}`;
  if (isDirty) return `Not saved yet. ${used}`;
  return draft === null ? used : `Draft ${draft.version}, not in use. ${used}`;
}

const head = "py-2 text-left align-bottom text-small font-label text-ink-3";
/** Where there is no room for it, a column is left out: the payment's own page says it. */
const onWide = "max-lg:hidden";

/** By class, and the largest payments one by one. */
function StepByStep({ replay }: { replay: RecoveryReplay }) {
  return (
    <>
      <SheetRow>
        <Cell title="By class of decline" subtitle="Each class opens its payments">
          <ScrollBox label="Replay by class of decline">
            <table aria-label="Replay by class of decline" className="w-full border-collapse text-ui tabular">
              <thead>
                <tr>
                  <th scope="col" className={head}>
                    Class
                  </th>
                  {["Failed", "Tries", "Held back", "E-mails"].map((name) => (
                    <th key={name} scope="col" className={`${head} text-right`}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {replay.classes.map((one) => (
                  <tr key={one.class} className="border-t border-line">
                    <th scope="row" className="py-2 text-left font-regular">
                      <Link
                        to={`/app/recovery/cases?class=${one.class}`}
                        className="rounded-check text-ink no-underline hover:underline"
                      >
                        {declineClasses[one.class]}
                      </Link>
                    </th>
                    <td className="py-2 text-right">{formatCount(one.failures)}</td>
                    <td className="py-2 text-right">{formatCount(one.retries)}</td>
                    <td className="py-2 text-right">{formatCount(one.heldBack)}</td>
                    <td className="py-2 text-right">{formatCount(one.emails)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </Cell>
      </SheetRow>
      {replay.rows.length === 0 ? null : (
        <SheetRow>
          <Cell
            title="Step by step"
            subtitle={
              replay.rows.length < replay.failures
                ? "The largest amounts"
                : "Every payment, the largest first"
            }
          >
            <ScrollBox label="Payments step by step">
              <table aria-label="Payments step by step" className="w-full border-collapse text-ui">
                <thead>
                  <tr>
                    <th scope="col" className={`${head} pr-4`}>
                      Customer
                    </th>
                    <th scope="col" className={`${head} pr-4`}>
                      Amount
                    </th>
                    <th scope="col" className={`${head} pr-4 ${onWide}`}>
                      Reason
                    </th>
                    <th scope="col" className={`${head} pr-4`}>
                      This policy would have
                    </th>
                    <th scope="col" className={head}>
                      What really happened
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {replay.rows.slice(0, SHOWN_ROWS).map((row) => (
                    <tr key={row.caseId} className="border-t border-line align-top">
                      <th scope="row" className="py-2 pr-4 text-left font-strong lg:whitespace-nowrap">
                        <Link
                          to={`/app/customers/${row.customer.id}`}
                          className="rounded-check text-ink no-underline hover:underline"
                        >
                          {row.customer.name}
                        </Link>
                      </th>
                      <td className="py-2 pr-4 tabular">{formatMoney(row.amount, row.currency)}</td>
                      <td className={`py-2 pr-4 ${onWide}`}>{declineReasons[row.reason]}</td>
                      <td className="py-2 pr-4">{rowWords(row)}</td>
                      <td className="py-2 text-ink-2">{reallyWords(row)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          </Cell>
        </SheetRow>
      )}
      <SheetRow>
        <p className="m-0 flex items-start gap-2 bg-sunken px-4 py-3 text-note text-ink-2 md:px-5">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />A replay counts what would have been tried
          and sent. It cannot say what would have been paid: a case ends on the day on which it really ended.
        </p>
      </SheetRow>
    </>
  );
}

const SHOWN_ROWS = 12;

function reallyWords({ status, failedAt, endedAt }: RecoveryReplay["rows"][number]): string {
  if (endedAt === null) return `${recoveryStatuses[status]}, open`;
  const days = Math.round((Date.parse(endedAt) - Date.parse(failedAt)) / 86_400_000);
  return `${recoveryStatuses[status]} on day ${days}`;
}
