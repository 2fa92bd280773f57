import type { DataHealth as Health } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { dashboardQueries } from "../api/dashboard-queries.ts";
import { parkedWords } from "../hooks/parked-words.ts";

/** From so many days on, figures are said to be old. */
const oldAfterDays = 1;

/** How fresh the data is, and what of it waits for its customer. */
export function DataHealth() {
  const health = useQuery(dashboardQueries.health());
  return (
    <Cell
      title="Data"
      aside={
        // What a connected system tells is fresher than any file.
        health.data !== undefined &&
        health.data.connections.length === 0 &&
        health.data.ageDays !== null &&
        health.data.ageDays > oldAfterDays ? (
          <Tag tone="warning">Newest file {formatCounted(health.data.ageDays, "day")} old</Tag>
        ) : undefined
      }
    >
      <QueryView
        query={health}
        loading="Loading how fresh the data is"
        failed="How fresh the data is did not load"
        skeleton={null}
        inset
      >
        {({ imports, connections, parked }) => (
          <>
            {connections.length === 0 ? null : (
              <ul className="m-0 list-none p-0 text-ui">
                {connections.map((one) => (
                  <Connection key={one.provider} connection={one} />
                ))}
              </ul>
            )}
            {imports.length === 0 ? (
              connections.length > 0 ? null : (
                <p className="m-0 text-ui text-ink-2">No file has been imported.</p>
              )
            ) : (
              <ul className="m-0 list-none p-0 text-ui">
                {imports.map(({ id, fileName, completedAt, errors }) => (
                  <li key={id} className="flex items-baseline justify-between gap-3 py-1">
                    <Link
                      to={`/app/imports/${id}`}
                      className="min-w-0 truncate rounded-check text-ink no-underline hover:underline"
                    >
                      {fileName}
                    </Link>
                    <span className="shrink-0 text-note text-ink-2">
                      {errors === 0 ? "" : `${formatCounted(errors, "row")} left out, `}
                      {formatRelativeInline(completedAt)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {parked.map(({ kind, rows }) => (
              <p key={kind} className="m-0 pt-1.5 text-note text-ink-2">
                <Link
                  to={`/app/dashboard/parked?kind=${kind}`}
                  className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
                >
                  {formatCounted(rows, ...parkedWords[kind])}
                </Link>{" "}
                wait{rows === 1 ? "s" : ""} for a customer that is not there yet.
              </p>
            ))}
          </>
        )}
      </QueryView>
    </Cell>
  );
}

/** A connected system, when it was last read, and what is wrong with it. */
function Connection({ connection }: { connection: Health["connections"][number] }) {
  const { provider, name, lastSyncAt, lastError } = connection;
  return (
    <li className="py-1">
      <span className="flex items-baseline justify-between gap-3">
        <Link
          to={`/app/settings/integrations/${provider}/configure`}
          className="min-w-0 truncate rounded-check text-ink no-underline hover:underline"
        >
          {name}
        </Link>
        <span className="shrink-0 text-note text-ink-2">
          {lastSyncAt === null ? "not read yet" : `read ${formatRelativeInline(lastSyncAt)}`}
        </span>
      </span>
      {lastError === null ? null : <span className="block text-note text-danger-text">{lastError}</span>}
    </li>
  );
}
