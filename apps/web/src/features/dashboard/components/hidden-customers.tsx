import type { AttentionMarkKind, HiddenMarks } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { CustomerLink } from "@/components/customer-cells.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ShowMore } from "@/components/list/show-more.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { dashboardQueries, useAttentionUnmark } from "../api/dashboard-queries.ts";
import type { AttentionQuery } from "../api/dashboard-queries.ts";

interface HiddenCustomersProps {
  /** How many customers of this plan, segment and currency are off the list. */
  count: number;
  filter: AttentionQuery;
  onUndone: () => void;
}

/** How many are off the list because somebody said so, and on demand who, until when and by whom, each with a way back. */
export function HiddenCustomers({ count, filter, onUndone }: HiddenCustomersProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (count === 0) return null;
  return (
    <div className="border-t border-line">
      <p className="m-0 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-note text-ink-2 md:px-5">
        <span>
          {formatCounted(count, "more customer")} {count === 1 ? "is" : "are"} done, put off or no risk.
        </span>
        <Button size="sm" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : "Show them"}
        </Button>
      </p>
      {isOpen ? <HiddenList id={listId} filter={filter} onUndone={onUndone} /> : null}
    </div>
  );
}

function HiddenList({ id, filter, onUndone }: { id: string; filter: AttentionQuery; onUndone: () => void }) {
  const list = useInfiniteQuery(dashboardQueries.hidden(filter));
  return (
    <div id={id}>
      <QueryView
        query={list}
        loading="Loading who is off the list"
        failed="Who is off the list did not load"
        skeleton={<ListSkeleton rows={3} />}
      >
        {({ pages }) => (
          <>
            <ul aria-label="Off the list" className="m-0 list-none p-0 text-ui">
              {pages.flatMap(({ items }) =>
                items.map((one) => <Hidden key={one.id} one={one} onUndone={onUndone} />),
              )}
            </ul>
            <ShowMore
              query={list}
              shown={pages.reduce((sum, { items }) => sum + items.length, 0)}
              total={pages[0]?.count ?? 0}
            />
          </>
        )}
      </QueryView>
    </div>
  );
}

const said: Record<AttentionMarkKind, string> = {
  done: "Done",
  snoozed: "Put off",
  not_a_risk: "Not a risk",
};

function Hidden({ one, onUndone }: { one: HiddenMarks["items"][number]; onUndone: () => void }) {
  const unmark = useAttentionUnmark();
  const { id, customerId, name, kind, hiddenUntil, markedAt, markedBy, note } = one;
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 md:px-5">
      <span className="min-w-0">
        <CustomerLink id={customerId} name={name} />
        <span className="block text-note text-ink-2">
          {said[kind]} until {formatShortDate(hiddenUntil)}
          {kind === "not_a_risk" ? ", or until the level rises" : ""}; said by {markedBy} on{" "}
          {formatShortDate(markedAt)}
          {note === null ? "" : `: ${note}`}
        </span>
      </span>
      <Authorize policy="customers:write">
        <Button
          size="sm"
          aria-label={`Undo for ${name}`}
          pending={unmark.isPending}
          pendingLabel="Undoing..."
          onClick={() =>
            unmark.mutate(
              { customerId, markId: id },
              {
                onSuccess: onUndone,
                onError: (error) => toast.error("It could not be taken back", error.message),
              },
            )
          }
        >
          Undo
        </Button>
      </Authorize>
    </li>
  );
}
