import type { ImportJob } from "@forestay/contracts/wire";
import { Meter } from "@/components/ui/meter.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount } from "@/lib/format/index.ts";

/** A dry run or an import at work: how far it has come, in place, without a jump. */
export function RunningStep({ job }: { job: ImportJob }) {
  const checking = job.step === "validating";
  return (
    <Cell className="py-8">
      <div className="mx-auto flex max-w-140 flex-col gap-3" aria-live="polite">
        <p className="m-0 flex justify-between gap-4 text-body">
          <span className="font-strong text-ink">
            {job.processedRows === 0 && job.progress === null
              ? "Waiting for a free worker"
              : `${formatCount(job.processedRows)} rows ${checking ? "checked" : "imported"}`}
          </span>
          <span className="text-ink-2 tabular">
            {job.progress === null ? "" : `${Math.round(job.progress * 100)}%`}
          </span>
        </p>
        <Meter value={job.progress} label={checking ? "Checking rows" : "Importing rows"} />
        <p className="m-0 text-ui text-ink-2">
          {checking
            ? "Nothing is written yet. You decide after seeing what would change."
            : "You can leave this page: the import goes on, and also after a restart of the server."}
        </p>
      </div>
    </Cell>
  );
}
