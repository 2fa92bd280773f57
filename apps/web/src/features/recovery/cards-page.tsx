import { cardOutcomes } from "@forestay/contracts/wire";
import type { CardOutcome, EndingCards } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListBody } from "@/components/list/list-frame.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCount, formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { recoveryQueries } from "./api/recovery-queries.ts";
import { CardRow, cardColumns, cardPath } from "./components/card-list.tsx";
import { RecoveryTabs } from "./components/recovery-tabs.tsx";

const states = ["open", "closed"] as const;
const cardsState = defineUrlState({
  state: choice(states, "open"),
  outcome: choice(Object.keys(cardOutcomes) as [CardOutcome, ...CardOutcome[]]),
  page: pageNumber(),
});

/** /app/recovery/cards: cards that end before their next payment, who is asked for another in time, and what that changes. */
export function EndingCardsPage() {
  const [{ state, outcome, page }, change] = useUrlState(cardsState);
  const cards = useQuery(recoveryQueries.cards({ state, outcome, page }));
  const { data } = cards;
  return (
    <>
      <PageHeader
        title="Ending cards"
        subtitle="Cards that end before their next payment, and who is asked for another one in time"
        breadcrumb={[{ label: "Recovery", to: "/app/recovery" }, { label: "Cards" }]}
      />
      <Sheet>
        <RecoveryTabs note={noteOf(data)} />
        <QueryView
          query={cards}
          loading="Loading the cards"
          failed="The cards did not load"
          skeleton={<Skeleton className="m-5 h-80" />}
          isEmpty={({ hasSource, summary, totalCount }) =>
            !hasSource && summary.open + summary.outcomes.length + totalCount === 0
          }
          empty={<NoSource isRead={data?.readAt != null} />}
        >
          {(loaded) => (
            <>
              <Answer cards={loaded} />
              <SheetRow columns="minmax(0,1fr) minmax(0,360px)">
                <Cell title="What asking changes">
                  <p className="m-0 max-w-prose text-ui text-ink">{loaded.effect.words}</p>
                </Cell>
                <Outcomes outcomes={loaded.summary.outcomes} />
              </SheetRow>
              <SheetRow>
                <section aria-labelledby="cards-list">
                  <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 md:px-5">
                    <h2 id="cards-list" className="m-0 text-body font-strong tracking-[-0.008em] text-ink">
                      {outcome === undefined ? "Cards" : cardOutcomes[outcome]}{" "}
                      <span className="font-regular text-ink-3 tabular">
                        {formatCount(loaded.totalCount)}
                      </span>
                    </h2>
                    <SegmentedControl
                      label="Which payments"
                      value={state}
                      onChange={(next) => change({ state: next, outcome: undefined, page: 1 })}
                      options={[
                        { value: "open", label: "Still to come" },
                        { value: "closed", label: "Over" },
                      ]}
                    />
                  </div>
                  <ListBody
                    page={loaded}
                    isStale={cards.isPlaceholderData}
                    noun="cards"
                    empty={
                      <p className="m-0 border-t border-line px-4 py-6 text-ui text-ink-2 md:px-5">
                        {state === "open"
                          ? "No card ends before a payment of the next 60 days."
                          : "No such payment is over yet."}
                      </p>
                    }
                    noMatch={
                      outcome === undefined ? undefined : (
                        <NoResults
                          title="No card came to this"
                          action={
                            <ButtonLink to="/app/recovery/cards?state=closed">All that are over</ButtonLink>
                          }
                        />
                      )
                    }
                    onPage={(next) => change({ page: next })}
                    hidesSinglePage
                  >
                    {({ items }, isStale) => (
                      <ListTable
                        label="Ending cards"
                        columns={cardColumns}
                        rows={items}
                        idOf={({ id }) => id}
                        pathOf={cardPath}
                        mobileRow={(one) => <CardRow one={one} />}
                        isStale={isStale}
                      />
                    )}
                  </ListBody>
                </section>
              </SheetRow>
            </>
          )}
        </QueryView>
      </Sheet>
    </>
  );
}

function noteOf(cards: EndingCards | undefined): string | undefined {
  if (cards?.readAt == null) return undefined;
  return `Read ${formatRelativeInline(cards.readAt)}`;
}

/** The answer first, in words, with the next thing to do. */
function Answer({ cards: { summary, sends, problem } }: { cards: EndingCards }) {
  const { open, toAsk, asked, renewed } = summary;
  const parts = [
    ...(asked > 0 ? [formatCounted(asked, "customer was asked", "customers were asked")] : []),
    ...(toAsk > 0 ? [`${formatCount(toAsk)} ${sends ? "still to be asked" : "could be asked"}`] : []),
    ...(renewed > 0 ? [`${formatCount(renewed)} usually renewed by the network`] : []),
  ];
  return (
    <SheetRow className="not-first:border-t-0">
      <section aria-label="Summary" className="px-4 py-5 md:px-5">
        <h2 className="m-0 text-title font-title text-balance break-words text-ink md:text-display">
          {open === 0
            ? "No card ends before its next payment"
            : `${formatCounted(open, "card ends before its next payment", "cards end before their next payment")}`}
        </h2>
        {parts.length === 0 ? null : <p className="m-0 mt-2 text-body text-ink">{parts.join(", ")}.</p>}
        {sends ? null : (
          <p className="m-0 mt-2 text-ui text-ink-2">
            Nobody is asked while messages are off.{" "}
            <Link to="/app/recovery/policy" className="font-emphasis text-brand-text">
              Switch them on in the policy
            </Link>
          </p>
        )}
        {problem === null ? null : (
          <p role="alert" className="m-0 mt-2 text-ui text-danger-text">
            Your payment provider did not show its cards: {problem} What is shown is from before.
          </p>
        )}
      </section>
    </SheetRow>
  );
}

function Outcomes({ outcomes }: { outcomes: EndingCards["summary"]["outcomes"] }) {
  return (
    <Cell title="What became of them" subtitle="In the last year">
      {outcomes.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">No such payment is over yet.</p>
      ) : (
        <ul className="m-0 flex list-none flex-col p-0">
          {outcomes.map(({ outcome, cards }) => (
            <li
              key={outcome}
              className="flex items-baseline justify-between gap-3 border-line py-2 text-ui not-first:border-t"
            >
              <Link
                to={`/app/recovery/cards?state=closed&outcome=${outcome}`}
                className="rounded-check text-ink no-underline hover:underline hover:decoration-brand-line"
              >
                {cardOutcomes[outcome]}
              </Link>
              <span className="font-strong tabular">{formatCount(cards)}</span>
            </li>
          ))}
        </ul>
      )}
    </Cell>
  );
}

function NoSource({ isRead }: { isRead: boolean }) {
  return (
    <EmptyState
      title="No cards are known"
      actions={
        <ButtonLink to="/app/settings/integrations/stripe/configure" variant="primary">
          Connect Stripe
        </ButtonLink>
      }
    >
      {isRead
        ? "No connected system charges cards. Cards that end before their next payment stand here once one does."
        : "Cards that end before their next payment stand here once your payment provider is connected; they are read every day."}
    </EmptyState>
  );
}
