import { formatCount } from "@/lib/format/index.ts";
import { Meter } from "@/components/ui/meter.tsx";
import type { SyncRun } from "../api/integration-queries.ts";

/** What a run has read so far: the other system does not say how much there is, so no share is shown. */
export function RunProgress({ run }: { run: SyncRun }) {
  return (
    <div className="flex flex-col gap-1.5" aria-live="polite">
      <span className="text-note text-ink-2">{progressInWords(run)}</span>
      <Meter value={null} label="Reading" />
    </div>
  );
}

function progressInWords(run: SyncRun): string {
  const read = run.counts.map(({ label, read: count }) => `${formatCount(count)} ${label.toLowerCase()}`);
  if (read.length === 0) return run.reading === null ? "Starting" : `Reading ${run.reading.toLowerCase()}`;
  return `${read.join(", ")} so far`;
}

/** What a run did, in a sentence. */
export function runInWords(run: SyncRun): string {
  const saved = run.counts.reduce((sum, one) => sum + one.saved, 0);
  const failed = run.counts.reduce((sum, one) => sum + one.failed, 0);
  if (run.status === "running") return progressInWords(run);
  const came =
    run.counts.length === 0
      ? "Nothing had changed"
      : `${run.counts.map(({ label, read }) => `${formatCount(read)} ${label.toLowerCase()}`).join(", ")} read, ${formatCount(saved)} taken in`;
  const end = failed === 0 ? "" : `, ${formatCount(failed)} could not be`;
  if (run.status === "failed")
    return `${run.error ?? "It stopped."} ${run.counts.length === 0 ? "" : `${came}${end}.`}`.trim();
  return `${came}${end}${run.status === "stopped" ? ", then stopped" : ""}`;
}
