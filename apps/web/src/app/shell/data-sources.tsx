import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { StatusDot } from "@/components/ui/tag.tsx";
import { integrationQueries } from "@/features/integrations/api/integration-queries.ts";
import { configurePath } from "@/features/integrations/configure-path.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelative } from "@/lib/format/index.ts";

const NEEDS_PERSON = ["Error", "TokenExpired"] as const;
const needsPerson = (status: string) => (NEEDS_PERSON as readonly string[]).includes(status);

/** What is connected that something comes in from, and when it was last read, on every page; nothing where nothing is connected. */
export function DataSources({ onNavigate }: { onNavigate?: () => void }) {
  const enabled = usePolicy("integrations:read");
  const { data } = useQuery({ ...integrationQueries.list(), enabled });
  const connected = (data?.items ?? []).filter(
    ({ connection }) => connection !== null && connection.posting === null,
  );
  if (connected.length === 0) return null;
  const needing = connected.filter(({ status }) => needsPerson(status)).length;
  return (
    <section
      aria-label="Data sources"
      className="mx-3.5 flex min-w-0 flex-col gap-1.5 rounded-sheet border border-line bg-sheet px-3.5 py-3 text-note shadow-xs"
    >
      <h2 className="m-0 flex justify-between gap-3 text-note font-strong text-ink">
        Data sources
        {needing === 0 ? null : (
          <span className="font-regular text-ink-2">
            {needing === 1 ? "1 needs you" : `${needing} need you`}
          </span>
        )}
      </h2>
      <ul className="m-0 flex list-none flex-col gap-0.5 p-0">
        {connected.map(({ provider, name, status, connection }) => (
          <li key={provider}>
            <Link
              to={configurePath(provider)}
              onClick={onNavigate}
              className="flex items-center justify-between gap-3 rounded-check text-ink-2 no-underline hover:text-ink min-h-6 touch:min-h-9"
            >
              <StatusDot tone={status === "TokenExpired" ? "warning" : status === "Error" ? "danger" : "ok"}>
                {name}
              </StatusDot>
              <span className="truncate">
                {needsPerson(status)
                  ? "needs you"
                  : connection?.run != null
                    ? "syncing"
                    : connection?.lastSyncAt == null
                      ? "not read yet"
                      : formatRelative(connection.lastSyncAt)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
