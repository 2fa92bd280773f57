import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { UndoLine } from "@/components/ui/undo-line.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import {
  matchQueries,
  useKeepApart,
  useTakeBackApart,
  type CustomerPair,
  type PairedCustomer,
} from "../../api/match-queries.ts";
import { KeptApart } from "./kept-apart.tsx";
import { candidateFacts, pairNames, pairReason } from "./match-words.ts";

interface PagedProps {
  page: number;
  onPage: (page: number) => void;
}

/** Customers here that may be one: they are merged, or said to be two and not asked about again unless that is taken back. */
export function CustomerPairs({ page, onPage }: PagedProps) {
  const list = useQuery(matchQueries.pairs(page));
  // What was said last, so that it can be taken back where it was said.
  const [kept, setKept] = useState<CustomerPair | null>(null);
  return (
    <>
      {kept === null ? null : <KeptLine key={kept.id} pair={kept} onUndone={() => setKept(null)} />}
      <ListFrame
        query={list}
        noun="pairs"
        failed="The pairs did not load"
        skeleton={<ListSkeleton rows={4} rowClassName="md:h-28" />}
        empty={
          <EmptyState title="Nothing waits here">
            Customers are compared every night: by e-mail address, customer ID, and name at the same domain.
            What came in since is compared tonight.
          </EmptyState>
        }
        onPage={onPage}
        hidesSinglePage
      >
        {({ items }, isStale) => (
          <ul aria-busy={isStale} className="m-0 list-none divide-y divide-line p-0">
            {items.map((pair) => (
              <Pair key={pair.id} pair={pair} onKept={() => setKept(pair)} />
            ))}
          </ul>
        )}
      </ListFrame>
      <KeptApart onUndone={(id) => setKept((one) => (one?.id === id ? null : one))} />
    </>
  );
}

/** What was just said of two, with a way back. */
function KeptLine({ pair, onUndone }: { pair: CustomerPair; onUndone: () => void }) {
  const takeBack = useTakeBackApart();
  return (
    <UndoLine
      className="border-b border-line"
      pending={takeBack.isPending}
      onUndo={() =>
        takeBack.mutate(pair.id, {
          onSuccess: onUndone,
          onError: (error) => void toast.error("It could not be taken back", error.message),
        })
      }
    >
      <strong className="font-strong text-ink">{pairNames(pair)}</strong> stay two, and are not asked about
      again.
    </UndoLine>
  );
}

function Pair({ pair, onKept }: { pair: CustomerPair; onKept: () => void }) {
  const [first, second] = pair.customers;
  const mayAnswer = usePolicy("customers:write");
  const mayMerge = usePolicy("company:manage");
  const keepApart = useKeepApart();
  if (first === undefined || second === undefined) return null;
  const both = pairNames(pair);
  return (
    <li aria-label={both} className="flex flex-col gap-3 px-4 py-4.5 md:px-5">
      <p className="m-0 text-note text-ink-2">{pairReason(pair)}</p>
      <div className="grid grid-cols-1 gap-x-6 gap-y-3 md:grid-cols-2">
        <Side customer={first} />
        <Side customer={second} />
      </div>
      {mayAnswer ? (
        <div className="flex flex-wrap gap-2">
          {mayMerge ? (
            <ButtonLink
              size="sm"
              to={`/app/customers/${first.customerId}?merge=${second.customerId}`}
              aria-label={`Compare and merge ${both}`}
            >
              Compare and merge
            </ButtonLink>
          ) : null}
          <Button
            size="sm"
            variant="ghost"
            aria-label={`They are two: ${both}`}
            pending={keepApart.isPending}
            pendingLabel="Keeping..."
            onClick={() =>
              keepApart.mutate(pair.id, {
                onSuccess: onKept,
                onError: (error) => void toast.error("This was not kept", error.message),
              })
            }
          >
            They are two
          </Button>
          {mayMerge ? null : (
            <span className="self-center text-note text-ink-2">Only an Owner can merge them.</span>
          )}
        </div>
      ) : null}
    </li>
  );
}

function Side({ customer }: { customer: PairedCustomer }) {
  const { customerId, name, email } = customer;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <Link
        to={`/app/customers/${customerId}`}
        className="w-fit max-w-full rounded-check font-strong break-words text-brand-text no-underline hover:underline"
      >
        {name}
      </Link>
      {email === null || email === name ? null : (
        <span className="text-ui break-words text-ink">{email}</span>
      )}
      <span className="text-note break-words text-ink-2">{candidateFacts(customer)}</span>
    </div>
  );
}
