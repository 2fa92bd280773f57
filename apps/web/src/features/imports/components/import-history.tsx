import { importKindLabels } from "@forestay/contracts/wire";
import type { ImportSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { formatCount, formatRelative } from "@/lib/format/index.ts";
import { importQueries } from "../api/import-queries.ts";
import { ImportStatusTag } from "./import-status-tag.tsx";

/** Imports before this one, newest first, ten a page. Nothing at all until there is one. */
export function ImportHistory({ onOpenImport }: { onOpenImport: () => void }) {
  const [page, setPage] = useState(1);
  const imports = useQuery(importQueries.list(page));
  return (
    <ListFrame
      query={imports}
      noun="imports"
      failed="Earlier imports did not load"
      skeleton={null}
      inset
      empty={null}
      onPage={setPage}
      hidesSinglePage
    >
      {({ items }) => (
        <section>
          <h3 className="m-0 pb-1.5 text-body font-strong text-ink">Earlier imports</h3>
          <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
            {items.map((job) => (
              <li
                key={job.id}
                className="flex min-h-10.5 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-ui"
              >
                <Link
                  to={`/app/imports/${job.id}`}
                  onClick={onOpenImport}
                  className="min-w-0 flex-1 basis-48 truncate rounded-check font-strong text-ink no-underline hover:underline"
                >
                  {job.fileName}
                </Link>
                {job.kind === "customers" ? null : (
                  <span className="text-note text-ink-3">{importKindLabels[job.kind]}</span>
                )}
                <span className="text-note text-ink-2">{outcome(job)}</span>
                <ImportStatusTag status={job.status} undone={job.undoneAt !== null} />
                <span className="w-16 text-right text-note text-ink-3">{formatRelative(job.createdAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ListFrame>
  );
}

function outcome(job: ImportSummary): string {
  if (job.counts !== null) {
    return `${formatCount(job.counts.create)} added, ${formatCount(job.counts.update)} updated`;
  }
  if (job.step === "mapping") return "Waiting for its mapping";
  if (job.step === "confirm") return "Waiting for your confirmation";
  return job.processedRows > 0 ? `${formatCount(job.processedRows)} rows so far` : "";
}
