import { importKindNouns, JobStatus } from "@forestay/contracts/wire";
import type { ImportJob } from "@forestay/contracts/wire";
import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import { ColumnLosses } from "@/components/column-losses.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatCounted, formatDateTime, formatDuration } from "@/lib/format/index.ts";
import { useErrorFile, useUndoImport } from "../api/import-queries.ts";
import { ErrorGroups, LostValues, rowGroups } from "./error-groups.tsx";
import { ImportCountStrip, snapshotsInWords } from "./import-counts.tsx";
import { ledgerInWords } from "./ledger-summary.tsx";
import { NextAnalysis } from "./next-analysis.tsx";
import { Notices } from "./notices.tsx";

/** A finished, failed or cancelled import: counts, skipped rows with reasons, the error file, and undo. */
export function FinishedStep({ job }: { job: ImportJob }) {
  const errorFile = useErrorFile(job.id);
  const errors = job.counts?.error ?? 0;
  const isIn = job.status === JobStatus.Completed && job.undoneAt === null;
  return (
    <>
      {job.counts === null ? null : <ImportCountStrip counts={job.counts} as="result" />}
      <SheetRow>
        <Cell>
          <Outcome job={job} />
          <Notices notices={job.notices} />
          <LostValues groups={job.errorGroups} />
          {isIn ? (
            <Authorize policy="analytics:run">
              <NextAnalysis />
            </Authorize>
          ) : null}
          <div className="flex flex-wrap items-center gap-2.5">
            {isIn ? <ButtonLink to="/app/customers">See customers</ButtonLink> : null}
            {job.hasErrorFile ? (
              <Button
                icon={<Download />}
                pending={errorFile.isPending}
                onClick={() =>
                  errorFile.mutate(undefined, {
                    onError: (error) => toast.error("The error file could not be made", error.message),
                  })
                }
              >
                Download the error file
              </Button>
            ) : null}
            <UndoButton job={job} />
          </div>
        </Cell>
      </SheetRow>
      {errors > 0 ? (
        <SheetRow>
          <Cell title={`${formatCounted(errors, "row")} skipped`} subtitle="by reason">
            <ErrorGroups groups={rowGroups(job.errorGroups)} />
          </Cell>
          <SkippedRows job={job} />
        </SheetRow>
      ) : null}
    </>
  );
}

function Outcome({ job }: { job: ImportJob }) {
  if (job.undoneAt !== null) {
    return (
      <p className="m-0 pb-4 text-body text-ink">
        Undone on {formatDateTime(job.undoneAt)}. Every row is as it was before this import.
      </p>
    );
  }
  if (job.status === JobStatus.Failed) {
    return (
      <p role="alert" className="m-0 pb-4 text-body text-danger-text">
        {job.failure ??
          "The import stopped for a reason we did not foresee. Nothing is half written: rows up to the last finished batch are in."}
      </p>
    );
  }
  if (job.status === JobStatus.Cancelled) {
    return (
      <p className="m-0 pb-4 text-body text-ink">
        Cancelled
        {wroteAnything(job)
          ? ". Rows already written stay; Undo takes them back."
          : " before anything was written."}
      </p>
    );
  }
  const took =
    job.startedAt === null || job.completedAt === null
      ? ""
      : ` in ${formatDuration(Date.parse(job.completedAt) - Date.parse(job.startedAt))}`;
  return (
    <p className="m-0 pb-4 text-body text-ink">
      {formatCounted(job.counts?.totalRows ?? job.processedRows, "row")} read{took}
      {job.counts?.snapshots ? `: ${snapshotsInWords(job.counts.snapshots)}` : ""}
      {job.counts?.ledger
        ? `: ${ledgerInWords(job.kind, job.counts.totalRows - job.counts.error, job.counts.ledger)}`
        : ""}
      .
    </p>
  );
}

function wroteAnything({ counts }: ImportJob): boolean {
  if (counts === null) return false;
  const { create, update, snapshots, ledger } = counts;
  return (ledger?.parked ?? 0) + create + update + (snapshots?.added ?? 0) + (snapshots?.changed ?? 0) > 0;
}

function UndoButton({ job }: { job: ImportJob }) {
  const [asking, setAsking] = useState(false);
  const undo = useUndoImport(job.id);
  if (job.canUndoUntil === null || job.undoneAt !== null) return null;
  return (
    <Authorize policy="customers:write">
      <Button icon={<Undo2 />} onClick={() => setAsking(true)}>
        Undo import
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Undo this import?"
        description={`${whatUndoDoes(job)} Possible until ${formatDateTime(job.canUndoUntil)}.`}
        cancelLabel="Keep it"
        confirmLabel="Undo import"
        pendingLabel="Undoing..."
        pending={undo.isPending}
        error={undo.error}
        onConfirm={() => undo.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p className="m-0 text-ui text-ink-2">
          Every row gets back exactly what it held before. Where a later import changed some of the same
          customers, that one has to be undone first.
        </p>
        {job.kind === "customers" ? <ColumnLosses cause={{ importId: job.id }} /> : null}
      </ConfirmDialog>
    </Authorize>
  );
}

function whatUndoDoes({ counts, kind }: ImportJob): string {
  const added = counts?.create ?? 0;
  const changed = counts?.update ?? 0;
  const removes = `${formatCounted(added, importKindNouns[kind])} added by it will be removed`;
  const restores = `${formatCounted(changed, importKindNouns[kind])} changed by it will be as before`;
  const snapshots = (counts?.snapshots?.added ?? 0) + (counts?.snapshots?.changed ?? 0);
  const forgets = `${formatCounted(snapshots, "snapshot")} added or changed by it will be as before`;
  const parked = counts?.ledger?.parked ?? 0;
  const stopsWaiting = `${formatCounted(parked, "row")} that wait for their customer will be forgotten`;
  const effects = [
    ...(added > 0 ? [removes] : []),
    ...(changed > 0 ? [restores] : []),
    ...(snapshots > 0 ? [forgets] : []),
    ...(parked > 0 ? [stopsWaiting] : []),
  ];
  return `${effects.join(", and ")}.`;
}

function SkippedRows({ job }: { job: ImportJob }) {
  if (job.errors.length === 0) return null;
  return (
    <DataTable label="Skipped rows">
      <thead>
        <tr>
          <HeaderCell numeric>Row</HeaderCell>
          <HeaderCell>Column</HeaderCell>
          <HeaderCell>Found</HeaderCell>
          <HeaderCell>Expected</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {job.errors.map((error, index) => (
          <Row key={`${error.row}-${index}`} density="compact">
            <DataCell numeric>{formatCount(error.row)}</DataCell>
            <DataCell>{error.column ?? "Whole row"}</DataCell>
            <DataCell className="max-w-72 truncate font-mono text-small">{error.found}</DataCell>
            <DataCell>{error.expected}</DataCell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
