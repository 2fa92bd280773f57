import type { Policy } from "@forestay/contracts/wire";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { ShowMore } from "./show-more.tsx";

/** Below a list: how many are off it because somebody said so, and on demand which. */
export function TakenOffList({ words, children }: { words: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <div className="border-t border-line">
      <p className="m-0 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-note text-ink-2 md:px-5">
        <span>{words}</span>
        <Button size="sm" aria-expanded={isOpen} aria-controls={listId} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : "Show them"}
        </Button>
      </p>
      {isOpen ? <div id={listId}>{children}</div> : null}
    </div>
  );
}

interface TakenOffRowsProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>;
  /** All of them, of whom some may not be read yet. */
  total: number;
  /** Of the list: 'Off the list'. */
  label: string;
  /** Who they are, as a sentence names them: 'who is off the list'. */
  who: string;
  row: (one: Item) => ReactNode;
}

/** Those that are off it, page after page, each a `TakenOffRow`. */
export function TakenOffRows<Item>({ query, total, label, who, row }: TakenOffRowsProps<Item>) {
  return (
    <QueryView
      query={query}
      loading={`Loading ${who}`}
      failed={`${who.charAt(0).toUpperCase()}${who.slice(1)} did not load`}
      skeleton={<ListSkeleton rows={3} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        return (
          <>
            <ul aria-label={label} className="m-0 list-none p-0 text-ui">
              {rows.map(row)}
            </ul>
            <ShowMore query={query} shown={rows.length} total={total} />
          </>
        );
      }}
    </QueryView>
  );
}

interface TakenOffRowProps {
  /** Of the button: whom it brings back. */
  undoLabel: string;
  policy: Policy;
  pending: boolean;
  onUndo: () => void;
  children: ReactNode;
}

/** One of them with a way back. */
export function TakenOffRow({ undoLabel, policy, pending, onUndo, children }: TakenOffRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 md:px-5">
      <span className="min-w-0 break-words">{children}</span>
      <Authorize policy={policy}>
        <Button size="sm" aria-label={undoLabel} pending={pending} pendingLabel="Undoing..." onClick={onUndo}>
          Undo
        </Button>
      </Authorize>
    </li>
  );
}
