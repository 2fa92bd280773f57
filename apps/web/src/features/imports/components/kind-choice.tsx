import { importKindLabels, importKinds } from "@forestay/contracts/wire";
import type { ImportJob, ImportKind } from "@forestay/contracts/wire";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useChangeReading } from "../api/import-queries.ts";

const options = importKinds.map((value) => ({ value, label: importKindLabels[value] }));
const rowsAre: Record<ImportKind, string> = {
  customers: "A row is a customer, or a customer on a date.",
  subscriptions: "A row is a subscription, or one of its prices over a time.",
  invoices: "A row is a bill, or an order of a shop.",
  payments: "A row is one try to collect money, declined ones included.",
  events: "A row is something that a customer did: a login, a use, a ticket.",
};

/** What the rows were taken for and why, to be said otherwise: the columns are then suggested anew. */
export function KindChoice({ job, disabled }: { job: ImportJob; disabled: boolean }) {
  const change = useChangeReading(job.id);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-ui text-ink">The file holds</span>
      <Select
        label="The file holds"
        size="sm"
        className="w-46"
        disabled={disabled || change.isPending}
        value={job.kind}
        onChange={(kind) =>
          change.mutate(
            { kind },
            { onError: (error) => toast.error("The file could not be read that way", error.message) },
          )
        }
        options={options}
      />
      <span className="min-w-0 basis-72 grow text-ui text-ink-2">
        {job.kind !== "customers" && job.reading.kindReason !== undefined
          ? `${job.reading.kindReason}. ${rowsAre[job.kind]}`
          : rowsAre[job.kind]}
      </span>
    </div>
  );
}
