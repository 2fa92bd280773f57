import type { TakeIn as TakenIn } from "@forestay/contracts/wire";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { formatCounted, formatDateTime, formatShare } from "@/lib/format/index.ts";
import { isOnItsWay, settingsQueries, useTakeIn } from "../api/settings-queries.ts";
import { RowCounts } from "./row-counts.tsx";

/** The way back of "Export everything": its zip becomes this company's data, while there are no customers. */
export function TakeIn() {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [putAway, setPutAway] = useState<string>();
  const customers = useQuery(settingsQueries.hasCustomers());
  const known = useQuery(settingsQueries.takeIn());
  const latest = known.data?.latest ?? null;
  const takeIn = useTakeIn(setShare);
  const isWorking = isOnItsWay(latest);
  const watched = useEndOf(latest);
  const isEmpty = customers.data === false;
  const problem = takeIn.error ?? customers.error ?? known.error;
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Bring in an export</h2>
      <p className="m-0 text-ui text-ink-2">
        The zip of “Export everything”, of this Forestay or another: its customers with their history, scores,
        analyses and models become this company’s. People, API keys and mail stay where they were.
        {customers.data === true
          ? " An export comes into a company without customers, and this one has some."
          : " Analyses and scoring settings that are here now are replaced."}
      </p>
      <FormProblem problem={problem?.message} />
      {latest !== null && (isWorking || takeIn.isIdle || takeIn.isSuccess) ? (
        <Progress latest={latest} />
      ) : null}
      {customers.data === true || isWorking ? null : (
        <Button
          icon={<Upload />}
          className="self-start"
          disabled={!isEmpty || known.data === undefined}
          pending={takeIn.isPending}
          pendingLabel={share < 1 ? `Uploading ${formatShare(share)}...` : "Looking at it..."}
          onClick={() => input.current?.click()}
        >
          Choose the zip
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        className="sr-only"
        tabIndex={-1}
        aria-label="Zip of an export of everything"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after a refusal.
          target.value = "";
          if (file !== undefined) takeIn.mutate(file);
        }}
      />
      {latest?.status === "done" && watched === latest.id && putAway !== latest.id ? (
        <Done latest={latest} onClose={() => setPutAway(latest.id)} />
      ) : null}
    </section>
  );
}

/** Which export came to its end while this was open; when it has, nothing that was shown of the company is true any more. */
function useEndOf(latest: TakenIn | null): string | undefined {
  const queryClient = useQueryClient();
  const [onItsWay, setOnItsWay] = useState<string>();
  if (latest !== null && isOnItsWay(latest) && onItsWay !== latest.id) setOnItsWay(latest.id);
  const ended = latest !== null && !isOnItsWay(latest) && onItsWay === latest.id ? latest.id : undefined;
  useEffect(() => {
    if (ended !== undefined) void queryClient.invalidateQueries();
  }, [ended, queryClient]);
  return ended;
}

function Progress({ latest }: { latest: TakenIn }) {
  const { status, share, fileName, failure, startedBy, endedAt } = latest;
  if (status === "done")
    return (
      <p className="m-0 text-note wrap-anywhere text-ink-3">
        {fileName} was brought in by {startedBy} on {formatDateTime(endedAt ?? latest.startedAt)}.
      </p>
    );
  if (status === "failed") return <FormProblem problem={`${fileName} did not come in. ${failure ?? ""}`} />;
  return (
    <div className="flex flex-col gap-2">
      <p aria-live="polite" className="m-0 text-ui wrap-anywhere text-ink">
        Bringing in {fileName}
        {status === "waiting" ? ": it is about to begin." : `: ${formatShare(share)} read.`}
      </p>
      <Meter label={`Bringing in ${fileName}`} value={status === "waiting" ? null : share} />
      <p className="m-0 text-note text-ink-3">
        All of it comes in, or nothing. You can leave this page: it goes on.
      </p>
    </div>
  );
}

function Done({ latest: { taken }, onClose }: { latest: TakenIn; onClose: () => void }) {
  const total = taken.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatCounted(total, "row")} brought in`}
      description="All that the export holds, counted by table."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <RowCounts rows={taken} />
    </Dialog>
  );
}
