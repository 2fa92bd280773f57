import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link } from "react-router";
import { customerPath } from "@/components/customer-cells.tsx";
import { TakenOffList, TakenOffRow, TakenOffRows } from "@/components/list/taken-off-list.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { matchQueries, useTakeBackApart, type CustomerPair } from "../../api/match-queries.ts";
import { pairAgrees, pairNames } from "./match-words.ts";

/** Told when two are asked about again. */
type OnUndone = (id: string) => void;

/** How many pairs were said to be two, and on demand which, when and by whom, each with a way back. */
export function KeptApart({ onUndone }: { onUndone: OnUndone }) {
  const { data: count = 0 } = useQuery(matchQueries.apartCount());
  if (count === 0) return null;
  const words = `${formatCounted(count, "pair")} ${count === 1 ? "was" : "were"} said to be two.`;
  return (
    <TakenOffList words={words}>
      <ApartList onUndone={onUndone} />
    </TakenOffList>
  );
}

function ApartList({ onUndone }: { onUndone: OnUndone }) {
  const list = useInfiniteQuery(matchQueries.apart());
  return (
    <TakenOffRows
      query={list}
      total={list.data?.pages[0]?.totalCount ?? 0}
      label="Said to be two"
      who="who was said to be two"
      row={(pair) => <Apart key={pair.id} pair={pair} onUndone={onUndone} />}
    />
  );
}

function Apart({ pair, onUndone }: { pair: CustomerPair; onUndone: OnUndone }) {
  const takeBack = useTakeBackApart();
  return (
    <TakenOffRow
      undoLabel={`Undo: ${pairNames(pair)} are two`}
      policy="customers:write"
      pending={takeBack.isPending}
      onUndo={() =>
        takeBack.mutate(pair.id, {
          onSuccess: () => onUndone(pair.id),
          onError: (error) => toast.error("It could not be taken back", error.message),
        })
      }
    >
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
    </TakenOffRow>
  );
}
