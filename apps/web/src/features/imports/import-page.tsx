import { importKindLabels, isTerminalJobStatus, JobStatus } from "@forestay/contracts/wire";
import type { ImportJob } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatBytes, formatRelativeInline } from "@/lib/format/index.ts";
import { importQueries, useCancelImport } from "./api/import-queries.ts";
import { DryRunStep } from "./components/dry-run-step.tsx";
import { FilesTogether } from "./components/files-together.tsx";
import { FinishedStep } from "./components/finished-step.tsx";
import { ImportStatusTag } from "./components/import-status-tag.tsx";
import { MappingStep } from "./components/mapping-step.tsx";
import { RunningStep } from "./components/running-step.tsx";

const breadcrumb = (name: string) => [
  { label: "Customers", to: "/app/customers" },
  { label: `Import: ${name}` },
];

/** /app/imports/{id}: mapping, dry run, progress and result of one import, whichever it is at. */
export function ImportPage() {
  const { importJobId = "" } = useParams();
  const job = useQuery(importQueries.status(importJobId));
  return (
    <RecordPage
      query={job}
      noun="import"
      parents={[{ label: "Customers", to: "/app/customers?import=open" }]}
      listLabel="All imports"
    >
      {(record) => <ImportContent job={record} />}
    </RecordPage>
  );
}

function ImportContent({ job }: { job: ImportJob }) {
  const cancel = useCancelImport(job.id);
  return (
    <>
      <PageHeader
        title={titles[job.step](job)}
        breadcrumb={breadcrumb(job.fileName)}
        subtitle={[
          job.fileName,
          importKindLabels[job.kind],
          formatBytes(job.fileSizeBytes),
          fileKind(job),
          `${job.createdBy}, ${formatRelativeInline(job.createdAt)}`,
        ].join(" · ")}
        tag={
          <span aria-live="polite">
            <ImportStatusTag status={job.status} undone={job.undoneAt !== null} />
          </span>
        }
        actions={
          isTerminalJobStatus(job.status) ? (
            <ButtonLink to="/app/customers?import=open">Import another file</ButtonLink>
          ) : (
            <Authorize policy="customers:write">
              <Button
                pending={cancel.isPending}
                pendingLabel="Cancelling..."
                onClick={() =>
                  cancel.mutate(undefined, {
                    onError: (error) => toast.error("The import could not be cancelled", error.message),
                  })
                }
              >
                Cancel import
              </Button>
            </Authorize>
          )
        }
      />
      <Sheet>
        {job.step === "mapping" ? (
          // A fresh form for every job, and after a save that the server refused none of the choices are lost.
          <MappingStep key={`${job.id} ${job.kind} ${JSON.stringify(job.reading)}`} job={job} />
        ) : job.step === "confirm" ? (
          <DryRunStep job={job} />
        ) : job.step === "done" ? (
          <FinishedStep job={job} />
        ) : (
          <RunningStep job={job} />
        )}
        <FilesTogether job={job} />
      </Sheet>
    </>
  );
}

const titles: Record<ImportJob["step"], (job: ImportJob) => string> = {
  mapping: () => "Check what each column means",
  validating: () => "Checking every row",
  confirm: () => "This is what would change",
  processing: () => "Importing",
  done: (job) =>
    job.status === JobStatus.Completed
      ? "Import finished"
      : job.status === JobStatus.Failed
        ? "Import failed"
        : "Import cancelled",
};

function fileKind(job: ImportJob): string {
  const format = job.format === "xlsx" ? "Excel" : job.format === "jsonl" ? "JSON" : job.format.toUpperCase();
  return job.format === "xlsx" ? format : `${format}, ${job.encoding}`;
}
