import type { ColumnMapping, ImportJob, LedgerOptions } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { ApiError } from "@/lib/api/index.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useSaveMapping } from "../api/import-queries.ts";
import { mappingProblems } from "../hooks/mapping-problems.ts";
import { EarlierMapping } from "./earlier-mapping.tsx";
import { ColumnRow } from "./column-row.tsx";
import { FileReading } from "./file-reading.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { LedgerOptionsForm } from "./ledger-options.tsx";
import { Notices } from "./notices.tsx";

/** What each column becomes. Suggestions are already made; a person checks them and starts the dry run. */
export function MappingStep({ job }: { job: ImportJob }) {
  const [columns, setColumns] = useState<ColumnMapping[]>(() => job.mapping?.columns ?? []);
  const [options, setOptions] = useState<LedgerOptions>(() => job.mapping?.options ?? {});
  const [showProblems, setShowProblems] = useState(false);
  const save = useSaveMapping(job.id);
  const mayWrite = usePolicy("customers:write");
  const isChanged =
    JSON.stringify([columns, options]) !==
    JSON.stringify([job.mapping?.columns ?? [], job.mapping?.options ?? {}]);
  useUnsaved(isChanged && !save.isPending && !save.isSuccess);
  const problems = mappingProblems(columns, job.columns, job.kind, options);
  const refused = save.error instanceof ApiError ? save.error : null;
  const serverProblem = (index: number) =>
    Object.entries(refused?.fields ?? {}).find(([path]) => path.startsWith(`columns.${index}.`))?.[1];

  function submit() {
    setShowProblems(true);
    if (problems.size > 0) return;
    save.mutate(job.kind === "customers" ? { columns } : { columns, options }, {
      onError: (error) => toast.error("The mapping was not accepted", error.message),
    });
  }

  const kept = columns.filter(({ target }) => target !== "skip").length;
  const hint = job.reading.asksHeadings
    ? "Say first what the first row is."
    : kept === 0
      ? "No column is imported yet. Choose what at least one of them is."
      : `${formatCounted(kept, "column")} of ${columns.length} will be imported. Nothing is written yet.`;
  return (
    <>
      <Cell>
        <Notices notices={job.notices} />
        <FileReading job={job} disabled={!mayWrite} />
        <KindChoice job={job} disabled={!mayWrite} />
        {job.earlier === null ? null : (
          <EarlierMapping
            earlier={job.earlier}
            disabled={!mayWrite}
            onUseSuggestion={(suggestion) => {
              setColumns(suggestion.columns);
              setOptions(suggestion.options ?? {});
            }}
          />
        )}
        <p className="m-0 max-w-180 text-body text-ink-2">
          We read the first rows and suggest what each column is.{" "}
          {job.kind === "customers"
            ? "Columns without a field of ours are kept as extra attributes, which the model can learn from."
            : "Columns without a field of ours are left out."}
        </p>
      </Cell>
      {job.kind === "customers" ? null : (
        <SheetRow>
          <Cell>
            <LedgerOptionsForm
              kind={job.kind}
              columns={columns}
              options={options}
              disabled={!mayWrite}
              onChange={setOptions}
            />
          </Cell>
        </SheetRow>
      )}
      <SheetRow>
        <ul className="m-0 list-none divide-y divide-line p-0" aria-label="Columns of the file">
          {columns.map((column, index) => {
            const profile = job.columns.find((one) => one.column === column.column);
            return (
              <ColumnRow
                key={column.column}
                kind={job.kind}
                mapping={column}
                profile={profile}
                disabled={!mayWrite}
                uploadYear={new Date(job.createdAt).getUTCFullYear()}
                problem={
                  serverProblem(index) ??
                  (showProblems || duplicate(problems.get(column.column))
                    ? problems.get(column.column)
                    : undefined)
                }
                onChange={(next) => setColumns(columns.map((one, at) => (at === index ? next : one)))}
              />
            );
          })}
        </ul>
      </SheetRow>
      <SheetRow>
        <Cell>
          <div className="flex flex-wrap items-center gap-3">
            {mayWrite ? (
              <Button
                variant="primary"
                disabled={kept === 0 || job.reading.asksHeadings}
                pending={save.isPending}
                pendingLabel="Saving..."
                onClick={submit}
              >
                Check the rows
              </Button>
            ) : (
              <p className="m-0 text-ui text-ink-2">Staff and Owners can continue this import.</p>
            )}
            <p
              role={showProblems && problems.size > 0 ? "alert" : undefined}
              className="m-0 text-ui text-ink-2"
            >
              {showProblems && problems.size > 0
                ? (problems.get("") ??
                  `${formatCounted(problems.size, "column")} need${problems.size === 1 ? "s" : ""} attention.`)
                : hint}
            </p>
          </div>
        </Cell>
      </SheetRow>
    </>
  );
}

/** Two columns on one field show at once; open format questions only when a person goes on. */
function duplicate(problem: string | undefined): boolean {
  return problem?.includes("already taken") ?? false;
}
