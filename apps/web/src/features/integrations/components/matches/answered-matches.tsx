import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { matchQueries, useTakeBackMatch, type Match } from "../../api/match-queries.ts";
import { nameOf } from "./match-words.ts";

interface PagedProps {
  page: number;
  onPage: (page: number) => void;
}

/** What was said of records, by whom, and a way back where there is one. */
export function AnsweredMatches({ page, onPage }: PagedProps) {
  const list = useQuery(matchQueries.list("answered", page));
  const mayAnswer = usePolicy("customers:write");
  const [taken, setTaken] = useState<Match | null>(null);
  return (
    <>
      <ListFrame
        query={list}
        noun="answers"
        failed="The answers did not load"
        skeleton={<ListSkeleton rows={4} rowClassName="md:h-16" />}
        empty={
          <EmptyState title="Nothing was answered yet">
            Who said what of which record is kept here, and holds for every later sync.
          </EmptyState>
        }
        onPage={onPage}
        hidesSinglePage
      >
        {({ items }) => (
          <ul className="m-0 list-none divide-y divide-line p-0">
            {items.map((match) => (
              <li
                key={match.id}
                className="grid grid-cols-1 items-start gap-x-4 gap-y-2 px-4 py-3 text-ui md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_5.5rem] md:px-5"
              >
                <span className="min-w-0">
                  <span className="font-strong break-words text-ink">{nameOf(match)}</span>
                  <span className="block text-note break-words text-ink-2">
                    {match.system} ID {match.sourceId}
                  </span>
                </span>
                <span className="min-w-0 text-ink">
                  <Said match={match} />
                  <span className="block text-note text-ink-2">
                    {match.answer === null
                      ? null
                      : `${match.answer.by}, ${formatRelativeInline(match.answer.at)}`}
                    {match.answer?.whyNot == null ? null : `. ${match.answer.whyNot}`}
                  </span>
                </span>
                {mayAnswer && match.answer?.canTakeBack ? (
                  <Button
                    size="sm"
                    className="w-fit md:justify-self-end"
                    aria-label={`Take back who ${nameOf(match)} is`}
                    onClick={() => setTaken(match)}
                  >
                    Take back
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {taken === null ? null : <TakeBack match={taken} onClose={() => setTaken(null)} />}
    </>
  );
}

function Said({ match: { answer, isCustomer } }: { match: Match }) {
  if (answer === null) return null;
  const { customer, isSame } = answer;
  if (customer === null)
    return isCustomer
      ? "None of those it could be: it comes in as a customer of its own"
      : "None of those it could be: nobody is made of it";
  return (
    <>
      {isSame ? "The same as " : "A customer of its own: "}
      <Link
        to={`/app/customers/${customer.id}`}
        className="font-strong break-words text-brand-text no-underline hover:underline"
      >
        {customer.name}
      </Link>
    </>
  );
}

function TakeBack({ match, onClose }: { match: Match; onClose: () => void }) {
  const takeBack = useTakeBackMatch();
  const customer = match.answer?.customer;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Ask again who ${nameOf(match)} is?`}
      description={
        customer == null
          ? "Nothing came in of it yet. It waits again until somebody says who it is."
          : `${customer.name} loses what ${match.system} said of them but for name and e-mail address, and the record waits again until somebody says who it is.`
      }
      confirmLabel="Ask again"
      pending={takeBack.isPending}
      error={takeBack.error}
      onConfirm={() =>
        takeBack.mutate(match.id, {
          onSuccess: () => {
            onClose();
            toast.success(`${nameOf(match)} is asked about again`);
          },
        })
      }
    />
  );
}
