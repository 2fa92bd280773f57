import { companyDataEndpoints, DELETION_GRACE_DAYS } from "@forestay/contracts/wire";
import type { EndpointResponse, settingsEndpoints } from "@forestay/contracts/wire";
import { Download } from "lucide-react";
import { useState } from "react";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { useDownload, useSetting } from "../api/settings-queries.ts";
import { RemoveSample } from "./remove-sample.tsx";
import { saved } from "./saved.ts";
import { TakeIn } from "./take-in.tsx";

/** Take everything along, bring it in, end the sample, or delete the company. */
export function DataSection({
  company,
}: {
  company: EndpointResponse<typeof settingsEndpoints.getSettings>;
}) {
  const exporting = useDownload(companyDataEndpoints.exportEverything);
  const request = useSetting(companyDataEndpoints.requestDeletion);
  const keep = useSetting(companyDataEndpoints.cancelDeletion);
  const [asking, setAsking] = useState(false);
  return (
    <div className="divide-y divide-line">
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Export everything</h2>
        <p className="m-0 text-ui text-ink-2">
          One zip: CSV and JSON lines of every table of your company, and a schema that explains them.
        </p>
        <Button
          icon={<Download />}
          className="self-start"
          pending={exporting.isPending}
          pendingLabel="Preparing..."
          onClick={() =>
            exporting.mutate(
              {},
              { onError: (error) => toast.error("The export could not start", error.message) },
            )
          }
        >
          Export everything
        </Button>
      </section>
      {company.sample === "none" ? <TakeIn /> : <RemoveSample company={company} sample={company.sample} />}
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Delete the company</h2>
        {company.deletionAt === null ? (
          <>
            <p className="m-0 text-ui text-ink-2">
              Customers, scores, imports, members: all of it, {DELETION_GRACE_DAYS} days after you ask for it.
              Until then everybody in it sees when, and an Owner can keep it after all.
            </p>
            <Button variant="danger" className="-ml-3.5 self-start" onClick={() => setAsking(true)}>
              Delete {company.name}
            </Button>
          </>
        ) : (
          <>
            <p role="status" className="m-0 text-ui text-danger-text">
              {company.name} will be deleted on {formatDateTime(company.deletionAt)}.
            </p>
            <Button
              className="self-start"
              pending={keep.isPending}
              onClick={() => keep.mutate({}, saved("The company stays"))}
            >
              Keep it
            </Button>
          </>
        )}
      </section>
      <ConfirmFormDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${company.name}?`}
        description={`It happens in ${DELETION_GRACE_DAYS} days. After that nothing of it can be brought back.`}
        confirmLabel="Delete"
        typed={company.name}
        asksPassword
        send={(body) => request.mutateAsync({ body })}
        onSent={() => {
          setAsking(false);
          toast.success("Deletion planned");
        }}
      />
    </div>
  );
}
