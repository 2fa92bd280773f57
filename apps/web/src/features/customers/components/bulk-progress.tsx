import { isBulkActionOpen } from "@forestay/contracts/wire";
import type { BulkAction } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatCounted } from "@/lib/format/index.ts";
import { bulkActionsQuery, bulkRestQuery, useMoveBulkAction } from "../api/bulk-action-queries.ts";

/** The results of an hour ago are looked up in the audit log. */
const SHOWN_FOR_MS = 3_600_000;

/** How far what was done with many customers has come, and what came of it: under the list's filters, until put away. */
export function BulkProgress() {
  const { data, dataUpdatedAt } = useQuery(bulkActionsQuery());
  const [putAway, setPutAway] = useState<readonly string[]>([]);
  const shown = (data?.items ?? []).filter(
    ({ id, status, finishedAt }) =>
      isBulkActionOpen(status) ||
      (!putAway.includes(`${id} ${status}`) &&
        finishedAt !== null &&
        Date.parse(finishedAt) > dataUpdatedAt - SHOWN_FOR_MS),
  );
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label="Actions on many customers"
      className="m-0 list-none divide-y divide-line border-b border-line p-0"
    >
      {shown.map((action) => (
        <ProgressRow
          key={action.id}
          action={action}
          onPutAway={() => setPutAway([...putAway, `${action.id} ${action.status}`])}
        />
      ))}
    </ul>
  );
}

function ProgressRow({ action, onPutAway }: { action: BulkAction; onPutAway: () => void }) {
  const move = useMoveBulkAction();
  const isOpen = isBulkActionOpen(action.status);
  const moveOn = (how: "undo" | "resume") =>
    move.mutate(
      { id: action.id, how },
      { onError: (error) => toast.error("That could not be done", error.message) },
    );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 text-ui md:px-5">
      <p aria-live="polite" className="m-0 min-w-0 flex-1 text-ink">
        <span className="font-strong">{action.words}:</span> {stateWords(action)}
      </p>
      {isOpen ? (
        <Meter
          label={action.words}
          value={action.status === "undoing" || !action.total ? null : action.done / action.total}
          className="w-40"
        />
      ) : (
        <>
          {action.status === "failed" && action.total !== null ? <WhoIsLeft action={action} /> : null}
          <Authorize policy="customers:write">
            {action.canResume ? (
              <Button
                size="sm"
                pending={move.isPending}
                pendingLabel="Starting..."
                onClick={() => moveOn("resume")}
              >
                Go on
              </Button>
            ) : null}
            {action.canUndo ? (
              <Button
                size="sm"
                variant="ghost"
                pending={move.isPending}
                pendingLabel="Starting..."
                onClick={() => moveOn("undo")}
              >
                Undo
              </Button>
            ) : null}
          </Authorize>
          <IconButton label={`Put away: ${action.words}`} size="sm" tooltip={false} onClick={onPutAway}>
            <X />
          </IconButton>
        </>
      )}
    </li>
  );
}

const shownFirst = 25;
const mostShown = 100;

/** Opens the names of those whom an action that stopped did not come to. */
function WhoIsLeft({ action }: { action: BulkAction }) {
  const [isOpen, setOpen] = useState(false);
  const [size, setSize] = useState(shownFirst);
  const rest = useQuery({ ...bulkRestQuery(action.id, size), enabled: isOpen });
  const total = rest.data?.totalCount;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Who is left
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={total === undefined ? "Who is left" : `${formatCounted(total, "customer")} it did not come to`}
        description={action.words}
      >
        <QueryView
          query={rest}
          loading="Loading who is left"
          failed="Who is left did not load"
          skeleton={<Skeleton className="h-24" />}
          inset
        >
          {({ items, totalCount }) => (
            <>
              <ul aria-label="Customers" className="m-0 list-none divide-y divide-line p-0">
                {items.map(({ id, name }) => (
                  <li key={id} className="py-2 text-ui">
                    <Link to={`/app/customers/${id}`} className="rounded-check text-ink">
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
              {totalCount > items.length && size < mostShown ? (
                <Button
                  size="sm"
                  variant="ghost"
                  pending={rest.isFetching}
                  pendingLabel="Loading..."
                  onClick={() => setSize(mostShown)}
                >
                  Show more
                </Button>
              ) : null}
              {totalCount > mostShown && items.length === mostShown ? (
                <p className="m-0 pt-2 text-note text-ink-2">
                  These are the first {mostShown} of {formatCount(totalCount)}.
                </p>
              ) : null}
            </>
          )}
        </QueryView>
      </Dialog>
    </>
  );
}

function stateWords({ status, total, done, changed, failure }: BulkAction): string {
  if (status === "failed") return failure ?? "It stopped.";
  if (status === "undoing") return "being taken back";
  if (status === "undone") return "taken back";
  if (total === null) return "counting customers";
  if (status !== "done") return `${formatCount(done)} of ${formatCounted(total, "customer")}`;
  const same = done - changed;
  return `${formatCounted(changed, "customer")} changed${same === 0 ? "" : `, ${formatCount(same)} were so already`}`;
}
