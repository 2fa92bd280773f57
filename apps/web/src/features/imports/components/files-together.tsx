import { importKindLabels, isTerminalJobStatus } from "@forestay/contracts/wire";
import type { ImportJob } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { ImportStatusTag } from "./import-status-tag.tsx";

/** The files that came with this one, in the order in which they are best imported, and the next that waits for a person. */
export function FilesTogether({ job }: { job: ImportJob }) {
  if (job.together.length < 2) return null;
  // The page knows how its own file stands; the list may be older.
  const files = job.together.map((file) => (file.id === job.id ? { ...file, status: job.status } : file));
  const next = files.find(({ id, status }) => id !== job.id && !isTerminalJobStatus(status));
  return (
    <SheetRow>
      <Cell title={`${files.length} files together`} subtitle="in the order in which they go in best">
        <ol className="m-0 list-none divide-y divide-line p-0" aria-label="Files brought in together">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex min-h-10.5 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-ui"
            >
              {file.id === job.id ? (
                <span aria-current="page" className="min-w-0 flex-1 basis-48 truncate font-strong text-ink">
                  {file.fileName}
                </span>
              ) : (
                <Link
                  to={`/app/imports/${file.id}`}
                  className="min-w-0 flex-1 basis-48 truncate rounded-check text-ink hover:underline"
                >
                  {file.fileName}
                </Link>
              )}
              <span className="text-note text-ink-2">{importKindLabels[file.kind]}</span>
              <ImportStatusTag status={file.status} />
            </li>
          ))}
        </ol>
        {next !== undefined && isTerminalJobStatus(job.status) ? (
          <ButtonLink to={`/app/imports/${next.id}`} variant="primary" className="mt-3">
            Next: {next.fileName}
          </ButtonLink>
        ) : null}
      </Cell>
    </SheetRow>
  );
}
