import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Dispatch, SetStateAction } from "react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { matchQueries, useAnswerMatches, type Match, type MatchAnswers } from "../../api/match-queries.ts";
import { MatchQuestion, NONE } from "./match-question.tsx";

interface PagedProps {
  page: number;
  onPage: (page: number) => void;
}

/** By record, on whatever page: a customer's id, or `NONE`. */
type Chosen = Readonly<Record<string, string>>;

/** Records of which somebody has to say who they are: as many as wanted are answered, then all answers of the page are kept together. */
export function WaitingMatches({ page, onPage }: PagedProps) {
  const list = useQuery(matchQueries.list("waiting", page));
  // Here, not with the rows: what is chosen on one page outlives another that is empty once its answers are kept.
  const [chosen, setChosen] = useState<Chosen>({});
  useUnsaved(Object.keys(chosen).length > 0);
  return (
    <ListFrame
      query={list}
      noun="records"
      failed="The records did not load"
      skeleton={<ListSkeleton rows={4} rowClassName="md:h-32" />}
      empty={<NothingWaits />}
      onPage={onPage}
      hidesSinglePage
    >
      {({ items }, isStale) => (
        <Questions items={items} isStale={isStale} chosen={chosen} setChosen={setChosen} />
      )}
    </ListFrame>
  );
}

/** What is given on the page, of what can still be said. */
function answersOf(items: readonly Match[], chosen: Chosen): MatchAnswers {
  return items.flatMap(({ id, candidates }) => {
    const value = chosen[id];
    if (value === NONE) return [{ id, customerId: null }];
    return candidates.some(({ customerId }) => customerId === value)
      ? [{ id, customerId: value ?? null }]
      : [];
  });
}

interface QuestionsProps {
  items: readonly Match[];
  isStale: boolean;
  chosen: Chosen;
  setChosen: Dispatch<SetStateAction<Chosen>>;
}

function Questions({ items, isStale, chosen, setChosen }: QuestionsProps) {
  const mayAnswer = usePolicy("customers:write");
  const answer = useAnswerMatches();
  const answers = answersOf(items, chosen);
  /** What is chosen on other pages stays. */
  const forget = (of: readonly { id: string }[]) => {
    const gone = new Set(of.map(({ id }) => id));
    setChosen((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !gone.has(id))));
  };
  const save = () =>
    answer.mutate(answers, {
      onSuccess: ({ answered }, sent) => {
        forget(sent);
        toast.success(`${formatCounted(answered, "answer")} kept`, "What waited for it is read now.");
      },
      onError: (error) => void toast.error("Nothing was kept", error.message),
    });
  return (
    <div aria-busy={isStale}>
      {items.map((match) => (
        <MatchQuestion
          key={match.id}
          match={match}
          value={chosen[match.id] ?? ""}
          onChange={(value) => setChosen({ ...chosen, [match.id]: value })}
          mayAnswer={mayAnswer && !answer.isPending}
        />
      ))}
      {mayAnswer ? (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-sheet px-4 py-3 md:px-5">
          <span className="flex gap-2">
            <Button
              variant="primary"
              disabled={answers.length === 0}
              pending={answer.isPending}
              pendingLabel="Keeping..."
              onClick={save}
            >
              {answers.length === 0 ? "Keep answers" : `Keep ${formatCounted(answers.length, "answer")}`}
            </Button>
            {answers.length === 0 ? null : (
              <Button variant="ghost" onClick={() => forget(items)} disabled={answer.isPending}>
                Clear
              </Button>
            )}
          </span>
          <p role="status" className="m-0 text-ui text-ink-2">
            {answers.length === 0
              ? "Choose who each is. An answer holds for every later sync."
              : `${answers.length} of ${items.length} on this page answered, not kept yet`}
          </p>
        </div>
      ) : (
        <p className="m-0 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">
          Staff of the company can say who they are.
        </p>
      )}
    </div>
  );
}

function NothingWaits() {
  return (
    <EmptyState
      title="Nothing waits for you"
      actions={<ButtonLink to="/app/settings?section=integrations">All integrations</ButtonLink>}
    >
      Where a record of a connected system could be several customers here, it is listed here until somebody
      says which.
    </EmptyState>
  );
}
