import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { Link } from "react-router";
import { customerPath } from "@/components/customer-cells.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ShowMore } from "@/components/list/show-more.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { matchQueries, useTakeBackApart, type CustomerPair } from "../../api/match-queries.ts";
import { pairAgrees, pairNames } from "./match-words.ts";

/** Told when two are asked about again. */
type OnUndone = (id: string) => void;

/** How many pairs were said to be two, and on demand which, when and by whom, each with a way back. */
export function KeptApart({ onUndone }: { onUndone: OnUndone }) {
  const { data: count = 0 } = useQuery(matchQueries.apartCount());
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (count === 0) return null;
  return (
    <div className="border-t border-line">
      <p className="m-0 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-note text-ink-2 md:px-5">
        <span>
          {formatCounted(count, "pair")} {count === 1 ? "was" : "were"} said to be two.
        </span>
        <Button size="sm" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : "Show them"}
        </Button>
      </p>
      {isOpen ? <ApartList id={listId} onUndone={onUndone} /> : null}
    </div>
  );
}

function ApartList({ id, onUndone }: { id: string; onUndone: OnUndone }) {
  const list = useInfiniteQuery(matchQueries.apart());
  return (
    <div id={id}>
      <QueryView
        query={list}
        loading="Loading who was said to be two"
        failed="Who was said to be two did not load"
        skeleton={<ListSkeleton rows={3} />}
      >
        {({ pages }) => (
          <>
            <ul aria-label="Said to be two" className="m-0 list-none p-0 text-ui">
              {pages.flatMap(({ items }) =>
                items.map((pair) => <Apart key={pair.id} pair={pair} onUndone={onUndone} />),
              )}
            </ul>
            <ShowMore
              query={list}
              shown={pages.reduce((sum, { items }) => sum + items.length, 0)}
              total={pages[0]?.totalCount ?? 0}
            />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Apart({ pair, onUndone }: { pair: CustomerPair; onUndone: OnUndone }) {
  const takeBack = useTakeBackApart();
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 md:px-5">
      <span className="min-w-0 break-words">
        {pair.customers.map(({ customerId, name }, at) => (
          <Fragment key={customerId}>
            {at === 0 ? null : " and "}
            <Link
              to={customerPath(customerId)}
              className="rounded-check font-strong break-words text-ink no-underline hover:underline"
            >
              {name}
            </Link>
          </Fragment>
        ))}
        <span className="block text-note text-ink-2">
          {pairAgrees(pair)}
          {pair.keptApart === null
            ? null
            : `; said by ${pair.keptApart.by}, ${formatRelativeInline(pair.keptApart.at)}`}
        </span>
      </span>
      <Authorize policy="customers:write">
        <Button
          size="sm"
          aria-label={`Undo: ${pairNames(pair)} are two`}
          pending={takeBack.isPending}
          pendingLabel="Undoing..."
          onClick={() =>
            takeBack.mutate(pair.id, {
              onSuccess: () => onUndone(pair.id),
              onError: (error) => void toast.error("It could not be taken back", error.message),
            })
          }
        >
          Undo
        </Button>
      </Authorize>
    </li>
  );
}
