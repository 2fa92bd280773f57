import type { CancelFlow, CancelFlowSaved } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { cancelQueries, useSaveFlow } from "./api/cancel-queries.ts";
import { CancelRequests } from "./components/cancel-requests.tsx";
import { CancelResults } from "./components/cancel-results.tsx";
import { ReasonRows } from "./components/reason-rows.tsx";
import { RecoveryTabs } from "./components/recovery-tabs.tsx";

const flowState = defineUrlState({ page: pageNumber() });

/** /app/recovery/cancel-flow: what customers who want to leave are asked and offered, and what came of it. */
export function CancelFlowPage() {
  const flow = useQuery(cancelQueries.flow());
  return (
    <QueryView
      query={flow}
      loading="Loading the cancel flow"
      failed="The cancel flow did not load"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) => <Page key={loaded.savedAt} saved={loaded} />}
    </QueryView>
  );
}

function Page({ saved }: { saved: CancelFlowSaved }) {
  const [flow, setFlow] = useState<CancelFlow>(saved.flow);
  const [{ page }, change] = useUrlState(flowState);
  const canWrite = usePolicy("recovery:write");
  const save = useSaveFlow();
  const isDirty = JSON.stringify(flow) !== JSON.stringify(saved.flow);
  useUnsaved(isDirty);
  const put = (next: CancelFlow) =>
    save.mutate(next, {
      onError: (error) => toast.error("It was not saved", error.message),
      onSuccess: ({ flow: stored }) => setFlow(stored),
    });
  return (
    <>
      <PageHeader
        title="Cancel flow"
        subtitle="Why customers want to leave, and what they are offered instead. Canceling is one click away on every step."
        breadcrumb={[{ label: "Recovery", to: "/app/recovery" }, { label: "Cancel flow" }]}
        actions={
          canWrite ? (
            <Button
              variant="primary"
              disabled={!isDirty}
              pending={save.isPending}
              pendingLabel="Saving..."
              onClick={() => put(flow)}
            >
              Save
            </Button>
          ) : undefined
        }
      />
      <Sheet>
        <RecoveryTabs />
        <CancelRequests page={page} onPage={(next) => change({ page: next })} />
        <SheetRow>
          <CancelResults />
        </SheetRow>
        <SheetRow columns="minmax(0,1fr) minmax(0,360px)">
          <Cell title="Reasons and offers" subtitle="In the order in which customers read them">
            <ReasonRows
              reasons={flow.reasons}
              canWrite={canWrite}
              onChange={(reasons) => setFlow({ ...flow, reasons })}
            />
          </Cell>
          <Cell title="How it is used">
            <div className="flex flex-col gap-4 text-ui text-ink-2">
              <Switch
                checked={flow.isOn}
                disabled={!canWrite || save.isPending}
                onChange={(isOn) => put({ ...flow, isOn })}
                label={flow.isOn ? "Customers can be led to it" : "Nobody is led to it"}
              />
              <Checkbox
                checked={flow.asksForWords}
                disabled={!canWrite}
                onChange={(asksForWords) => setFlow({ ...flow, asksForWords })}
                label="Ask for words of their own"
              />
              <p className="m-0">
                Your app asks for a link with <code>POST /api/cancel-flow/sessions</code> and your id of the
                customer, and leads them there; or draws the steps itself with the same calls.
              </p>
              <p className="m-0">
                What a customer decides is put into effect by you, where you bill them. Judge an offer by who
                is still there after 90 days: a discount is taken often, and a pause keeps longer.
              </p>
              <Link to="/app/docs/api" className="font-emphasis text-brand-text">
                Using the API
              </Link>
            </div>
          </Cell>
        </SheetRow>
      </Sheet>
    </>
  );
}
