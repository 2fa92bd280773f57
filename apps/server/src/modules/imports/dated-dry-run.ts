import type { ImportCounts } from "@forestay/contracts";
import { formatCounted, plural } from "@forestay/contracts/words";
import { OUT_OF_SIGHT_DAYS } from "./settle-dry-run.ts";

/** A row of such a file is skipped where its snapshot is there already. */
export const withSnapshots = (
  counts: ImportCounts,
  snapshots: NonNullable<ImportCounts["snapshots"]>,
): ImportCounts => ({
  ...counts,
  skip: counts.totalRows - counts.error - (counts.duplicate ?? 0) - snapshots.added - snapshots.changed,
  snapshots,
});

export const goneInWords = (count: number) =>
  `${formatCounted(count, "customer has", "customers have")} no row in the last ${OUT_OF_SIGHT_DAYS} days of the file and nothing says that ${plural(count, "it", "they")} left: ${plural(count, "it counts", "they count")} as still there. Where rows end because customers leave, add an end date.`;
