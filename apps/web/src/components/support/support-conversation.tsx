import {
  hasEnded,
  supportLimits,
  supportTexts,
  supportStatusLabel,
  USER_CLOSED_SESSION,
} from "@forestay/contracts/wire";
import type { SupportSession } from "@forestay/contracts/wire";
import { Check, Clock, Headphones, Sparkles, ThumbsDown, ThumbsUp, UserRound } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";
import { ConnectingBanner } from "./connecting-banner.tsx";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { useAskForPerson, useEndSession, useRateSession } from "./support-queries.ts";
import { timeOfDay } from "./time-of-day.ts";
import { useSupportThread } from "./use-support-thread.ts";
import type { SupportThreadState } from "./use-support-thread.ts";

interface SupportConversationProps {
  sessionId: string;
  /** After the person has ended it here. */
  onEnded?: () => void;
  className?: string;
}

/**
 * A person's own support session, whole: status label and End Session, the banner while the hub is away, messages, typing,
 * images, and after the end the question whether it helped. Fills the height it is given. Used by /app/support, and by
 * whatever else shows a session to its person.
 */
export function SupportConversation({ sessionId, onEnded, className }: SupportConversationProps) {
  const thread = useSupportThread(sessionId, "user");
  return (
    <div className={cn("flex min-h-0 flex-1 flex-col", className)}>
      <QueryView
        query={thread.query}
        loading="Loading the conversation"
        failed="The conversation did not load"
        skeleton={<ConversationSkeleton />}
      >
        {({ session }) => (
          <>
            <Header session={session} onEnded={onEnded} />
            {thread.isLive || hasEnded(session.status) ? null : <ConnectingBanner />}
            <MessageList
              thread={thread}
              side="user"
              mayAsk={session.status === "AiActive"}
              before={session.status === "Pending" ? <PendingHint /> : undefined}
              after={hasEnded(session.status) ? <Satisfaction session={session} /> : undefined}
            />
            <Foot thread={thread} session={session} onEnded={onEnded} />
          </>
        )}
      </QueryView>
    </div>
  );
}

const isAnswered = ({ status }: SupportSession) => status === "AiActive" || status === "AdminActive";

function Header({ session, onEnded }: { session: SupportSession; onEnded?: (() => void) | undefined }) {
  const { mutate: end, isPending } = useEndSession(session.id, onEnded);
  const Icon = session.status === "AiActive" ? Sparkles : Headphones;
  return (
    <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
      <span
        aria-hidden
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-brand-tint text-brand-text"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p role="status" className="m-0 truncate text-ui font-strong text-ink">
          {supportStatusLabel(session)}
        </p>
        <p className="m-0 truncate text-note text-ink-2">
          {isAnswered(session) ? `Answering since ${timeOfDay(session.statusSince)}` : session.topic}
        </p>
      </div>
      {hasEnded(session.status) ? null : (
        <Button pending={isPending} pendingLabel="Ending..." onClick={() => end(USER_CLOSED_SESSION)}>
          End Session
        </Button>
      )}
    </header>
  );
}

function PendingHint() {
  return (
    <p className="m-0 mb-3 flex items-center gap-2 rounded-tag bg-risk-med-tint px-3 py-2 text-note font-emphasis text-risk-med-text">
      <Clock aria-hidden className="size-4 shrink-0" />
      {supportTexts.pendingHint}
    </p>
  );
}

function Foot({
  thread,
  session,
  onEnded,
}: {
  thread: SupportThreadState;
  session: SupportSession;
  onEnded: (() => void) | undefined;
}) {
  const { mutate: askForPerson, isPending } = useAskForPerson(session.id);
  const { mutate: end, isPending: isEnding } = useEndSession(session.id, onEnded);
  const isOver = hasEnded(session.status);
  return (
    <footer className="flex flex-col gap-2 border-t border-line px-4 py-3">
      {session.status === "AiActive" ? (
        <div className="flex flex-wrap gap-2">
          {session.escalationLevel < supportLimits.highestLevel ? (
            <Button size="sm" icon={<UserRound />} pending={isPending} onClick={() => askForPerson()}>
              Talk to a person
            </Button>
          ) : null}
          <Button size="sm" icon={<Check />} pending={isEnding} onClick={() => end("Solved")}>
            Solved, end session
          </Button>
        </div>
      ) : null}
      <Composer
        sessionId={session.id}
        locked={isOver ? supportTexts.ended : undefined}
        onSend={thread.send}
        onTyping={thread.noteTyping}
      />
      {isOver ? null : <p className="m-0 text-small text-ink-2">Images up to 5 MB. One session at a time.</p>}
    </footer>
  );
}

function Satisfaction({ session }: { session: SupportSession }) {
  const { mutate: rate, isPending, isError } = useRateSession(session.id);
  const { wasHelpful } = session;
  return (
    <div className="mt-4 flex flex-col items-center gap-2 rounded-inset border border-line bg-sheet px-4 py-3.5 text-center">
      <p id="support-helped" className="m-0 text-ui font-strong text-ink">
        {wasHelpful === null ? "Did this help?" : "Thank you for telling us."}
      </p>
      <div role="group" aria-labelledby="support-helped" className="flex gap-2">
        <Button
          icon={<ThumbsUp />}
          aria-pressed={wasHelpful === true}
          variant={wasHelpful === true ? "primary" : "secondary"}
          disabled={isPending}
          onClick={() => rate({ wasHelpful: true })}
        >
          Yes
        </Button>
        <Button
          icon={<ThumbsDown />}
          aria-pressed={wasHelpful === false}
          variant={wasHelpful === false ? "primary" : "secondary"}
          disabled={isPending}
          onClick={() => rate({ wasHelpful: false })}
        >
          No
        </Button>
      </div>
      {isError ? (
        <p role="alert" className="m-0 text-note text-danger-text">
          That was not kept. Try again.
        </p>
      ) : null}
    </div>
  );
}

function ConversationSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-12 w-1/2 self-end" />
    </div>
  );
}
