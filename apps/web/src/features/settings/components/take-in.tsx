import type { companyDataEndpoints, EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { formatCounted, formatShare } from "@/lib/format/index.ts";
import { settingsQueries, useTakeIn } from "../api/settings-queries.ts";
import { RowCounts } from "./row-counts.tsx";

type TakenIn = EndpointResponse<typeof companyDataEndpoints.takeIn>;

/** The way back of "Export everything": its zip becomes this company's data, while there are no customers. */
export function TakeIn() {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const [taken, setTaken] = useState<TakenIn>();
  const customers = useQuery(settingsQueries.hasCustomers());
  const takeIn = useTakeIn(setShare);
  const isEmpty = customers.data === false;
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
      <FormProblem problem={takeIn.error === null ? customers.error?.message : problemOf(takeIn.error)} />
      {customers.data === true ? null : (
        <Button
          icon={<Upload />}
          className="self-start"
          disabled={!isEmpty}
          pending={takeIn.isPending}
          pendingLabel={share < 1 ? `Uploading ${formatShare(share)}...` : "Bringing it in..."}
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
          if (file !== undefined) takeIn.mutate(file, { onSuccess: setTaken });
        }}
      />
      {taken === undefined ? null : <Done taken={taken} onClose={() => setTaken(undefined)} />}
    </section>
  );
}

/** A proxy may give up waiting for what the server goes on with: a million customers take minutes. */
function problemOf(error: Error): string {
  const isAnswered = !(error instanceof ApiError) || !["network", "unknown"].includes(error.code);
  return isAnswered
    ? error.message
    : "The connection ended before the answer. If the whole zip had arrived, it is still coming in: look at Customers in a few minutes before you try again.";
}

function Done({ taken: { taken }, onClose }: { taken: TakenIn; onClose: () => void }) {
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
