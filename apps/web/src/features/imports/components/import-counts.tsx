import type { ImportCounts } from "@forestay/contracts/wire";
import { formatDate } from "@forestay/contracts/words";
import { FactStrip } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted } from "@/lib/format/index.ts";

const words = {
  plan: { create: "To create", update: "To update", skip: "Unchanged", error: "With errors" },
  result: { create: "Added", update: "Updated", skip: "Unchanged", error: "Skipped with errors" },
};

/** What a file of dated rows is: '10 snapshots of 3 customers, from Jul 31, 2029 to Oct 31, 2029'. */
export function snapshotsInWords({ total, customers, from, to }: Snapshots): string {
  const span = from === to ? `of ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`;
  return `${formatCounted(total, "snapshot")} of ${formatCounted(customers, "customer")}, ${span}`;
}
// A date of the file, whatever zone its reader sits in.
const formatDay = (day: string) => formatDate(day, "UTC", "medium");
type Snapshots = NonNullable<ImportCounts["snapshots"]>;

/** The counts of a dry run or of a finished import; of dated rows, what becomes of their snapshots too. */
export function ImportCountStrip({ counts, as }: { counts: ImportCounts; as: "plan" | "result" }) {
  const labels = words[as];
  const { snapshots, ledger } = counts;
  return (
    <FactStrip
      facts={[
        { label: "Rows in the file", value: formatCount(counts.totalRows) },
        {
          label: snapshots ? `Customers ${labels.create.toLowerCase()}` : labels.create,
          value: formatCount(counts.create),
        },
        {
          label: snapshots ? `Customers ${labels.update.toLowerCase()}` : labels.update,
          value: formatCount(counts.update),
        },
        snapshots
          ? {
              label: `Snapshots ${as === "plan" ? "to add or change" : "added or changed"}`,
              value: formatCount(snapshots.added + snapshots.changed),
            }
          : { label: labels.skip, value: formatCount(counts.skip) },
        ...(counts.duplicate === undefined
          ? []
          : [{ label: "Duplicates, left out", value: formatCount(counts.duplicate) }]),
        ...(ledger && ledger.parked > 0
          ? [{ label: "Waiting for their customer", value: formatCount(ledger.parked) }]
          : []),
        ...(ledger && ledger.customersCreated > 0
          ? [
              {
                label: `Customers ${labels.create.toLowerCase()}`,
                value: formatCount(ledger.customersCreated),
              },
            ]
          : []),
        {
          label: labels.error,
          value: (
            <span className={counts.error > 0 ? "text-danger-text" : undefined}>
              {formatCount(counts.error)}
            </span>
          ),
        },
      ]}
    />
  );
}
