import { importKindNouns } from "@forestay/contracts/wire";
import type { ImportJob, ImportQuestionCode } from "@forestay/contracts/wire";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize, usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useConfirmImport, useErrorFile, useSaveMapping } from "../api/import-queries.ts";
import { ErrorGroups, LostValues, rowGroups } from "./error-groups.tsx";
import { EffectStrip, QuestionList } from "./import-effects.tsx";
import { ImportCountStrip, snapshotsInWords } from "./import-counts.tsx";
import { ledgerInWords } from "./ledger-summary.tsx";
import { MappingStep } from "./mapping-step.tsx";
import { Notices } from "./notices.tsx";
import { OverwriteList } from "./overwrite-list.tsx";

/** What the import would do, with nothing written yet; confirm it or go back to the mapping. */
export function DryRunStep({ job }: { job: ImportJob }) {
  const confirm = useConfirmImport(job.id);
  const errorFile = useErrorFile(job.id);
  const keepBoth = useSaveMapping(job.id);
  const [remapping, setRemapping] = useState(false);
  const [answered, setAnswered] = useState<ReadonlySet<ImportQuestionCode>>(new Set());
  const mayWrite = usePolicy("customers:write");
  if (remapping) return <MappingStep job={job} />;
  if (job.dryRun === null) return null;
  const { create, update, snapshots, ledger } = job.dryRun;
  const newSnapshots = (snapshots?.added ?? 0) + (snapshots?.changed ?? 0);
  const writes = create + update + newSnapshots + (ledger?.parked ?? 0);
  const isAnswered = job.questions.every(({ code }) => answered.has(code));
  return (
    <>
      <ImportCountStrip counts={job.dryRun} as="plan" />
      {job.effects === null ? null : (
        <SheetRow>
          <EffectStrip effects={job.effects} />
        </SheetRow>
      )}
      <SheetRow>
        <Cell>
          {snapshots ? (
            <p className="m-0 pb-4 text-body text-ink">
              {snapshotsInWords(snapshots)}. Each row becomes what was known of its customer on that day; the
              newest one also updates the customer, unless a newer import has.
            </p>
          ) : null}
          {ledger ? (
            <p className="m-0 pb-4 text-body text-ink">
              {ledgerInWords(job.kind, job.dryRun.totalRows - job.dryRun.error, ledger)}.
            </p>
          ) : null}
          <Notices notices={job.notices} />
          {job.dryRun.error > 0 ? (
            <div className="flex flex-col gap-3 pb-4">
              <p className="m-0 text-body text-ink">
                {formatCounted(job.dryRun.error, "row")} cannot be imported as{" "}
                {job.dryRun.error === 1 ? "it is" : "they are"}. The others are not affected; the error file
                lists every one with its reason.
              </p>
              <ErrorGroups groups={rowGroups(job.errorGroups)} />
              <Button
                size="sm"
                icon={<Download />}
                className="self-start"
                pending={errorFile.isPending}
                onClick={() =>
                  errorFile.mutate(undefined, {
                    onError: (error) => toast.error("The error file could not be made", error.message),
                  })
                }
              >
                Download the error file
              </Button>
            </div>
          ) : null}
          <LostValues groups={job.errorGroups} />
          <OverwriteList
            overwrites={job.overwrites}
            disabled={!mayWrite || keepBoth.isPending}
            onKeepBoth={({ column, ownKey }) => {
              const columns = job.mapping?.columns ?? [];
              keepBoth.mutate(
                {
                  ...job.mapping,
                  columns: columns.map((one) =>
                    one.column === column ? { ...one, attributeKey: ownKey } : one,
                  ),
                },
                { onError: (error) => toast.error("The mapping was not accepted", error.message) },
              );
            }}
          />
          <QuestionList
            questions={job.questions}
            answered={answered}
            disabled={!mayWrite}
            onAnswer={(code, isMeant) => {
              const others = [...answered].filter((one) => one !== code);
              setAnswered(new Set(isMeant ? [...others, code] : others));
            }}
          />
          <div className="flex flex-wrap items-center gap-2.5">
            <Authorize
              policy="customers:write"
              fallback={<p className="m-0 text-ui text-ink-2">Staff and Owners can confirm this import.</p>}
            >
              <Button
                variant="primary"
                pending={confirm.isPending}
                pendingLabel="Starting..."
                disabled={writes === 0 || !isAnswered}
                onClick={() =>
                  confirm.mutate([...answered], {
                    onError: (error) => toast.error("The import could not start", error.message),
                  })
                }
              >
                {writes === 0
                  ? "Nothing to import"
                  : `Import ${newSnapshots > 0 ? formatCounted(newSnapshots, "snapshot") : formatCounted(writes, importKindNouns[job.kind])}`}
              </Button>
              <Button onClick={() => setRemapping(true)}>Change the mapping</Button>
            </Authorize>
            {isAnswered || !mayWrite ? null : (
              <p className="m-0 text-ui text-ink-2">Say first that this is meant, or change the mapping.</p>
            )}
            {writes === 0 && job.dryRun.error === 0 ? (
              <p className="m-0 text-ui text-ink-2">Every row is already as the file says.</p>
            ) : null}
          </div>
        </Cell>
      </SheetRow>
    </>
  );
}
