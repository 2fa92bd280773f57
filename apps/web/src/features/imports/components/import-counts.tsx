import type { ImportCounts } from "@forestay/contracts/imports";
import { FactStrip } from "@/components/ui/sheet.tsx";
import { formatCount } from "@/lib/format/index.ts";

const words = {
  plan: { create: "To create", update: "To update", skip: "Unchanged", error: "With errors" },
  result: { create: "Added", update: "Updated", skip: "Unchanged", error: "Skipped with errors" },
};

/** The four counts of a dry run or of a finished import. */
export function ImportCountStrip({ counts, as }: { counts: ImportCounts; as: "plan" | "result" }) {
  const labels = words[as];
  return (
    <FactStrip
      facts={[
        { label: "Rows in the file", value: formatCount(counts.totalRows) },
        { label: labels.create, value: formatCount(counts.create) },
        { label: labels.update, value: formatCount(counts.update) },
        { label: labels.skip, value: formatCount(counts.skip) },
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
