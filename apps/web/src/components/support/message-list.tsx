import { supportTexts } from "@forestay/contracts/wire";
import type { ChatAnswer, SupportMessage } from "@forestay/contracts/wire";
import { ArrowUpRight, RotateCw, Sparkles } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { AnswerFoot, AnswerView } from "@/components/chat/answer-view.tsx";
import type { UnsentMessage } from "@/components/chat/chat-store.ts";
import { Button } from "@/components/ui/button.tsx";
import { formatDateTime } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { Attachment } from "./attachment.tsx";
import { timeOfDay } from "./time-of-day.ts";
import type { SupportThreadState } from "./use-support-thread.ts";

interface MessageListProps {
  thread: Pick<
    SupportThreadState,
    "messages" | "hasEarlier" | "earlier" | "outgoing" | "typist" | "send" | "retry" | "discard"
  >;
  /** Whose messages stand at the right. */
  side: "user" | "staff";
  /** Before the first message: what went before the session. */
  before?: ReactNode;
  /** Whether the assistant's further questions can be asked here. */
  mayAsk?: boolean;
  /** After the last one. */
  after?: ReactNode;
  className?: string | undefined;
}

/** Nearer to the end than this, the list follows what comes. */
const FOLLOW_PX = 120;

/** Everything said in a session, in its order: a log that a screen reader hears grow. */
export function MessageList({ thread, side, before, after, mayAsk = false, className }: MessageListProps) {
  const { messages, hasEarlier, earlier, outgoing, typist } = thread;
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const first = messages[0]?.id;
  const shown = useRef({ first, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    // What was being read stays where it is when earlier messages come to stand above it.
    if (shown.current.first !== first) current.scrollTop += current.scrollHeight - shown.current.height;
    if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    shown.current = { first, height: current.scrollHeight };
  });
  const lastOwn = messages.findLast((one) => (side === "user" ? one.isFromUser : one.isFromAdmin));
  return (
    <section
      ref={box}
      aria-label="Conversation"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < FOLLOW_PX)
      }
      className={cn("flex min-h-0 flex-1 flex-col overflow-y-auto px-4 py-4 -outline-offset-2", className)}
    >
      {before}
      {hasEarlier ? (
        <div className="mb-3 flex flex-col items-center gap-1.5">
          <Button size="sm" pending={earlier.isLoading} onClick={earlier.load}>
            Show earlier messages
          </Button>
          {earlier.hasFailed ? (
            <p role="alert" className="m-0 text-note text-danger-text">
              They did not load. Try again.
            </p>
          ) : null}
        </div>
      ) : null}
      <div role="log" aria-live="polite" aria-label="Messages" className="flex flex-col gap-2.5">
        {messages.map((message) => (
          <Line
            key={message.id}
            message={message}
            side={side}
            isLastOwn={message === lastOwn}
            isLast={message === messages.at(-1) && outgoing.length === 0}
            onAsk={mayAsk ? thread.send : undefined}
          />
        ))}
        {outgoing.map((message) => (
          <Outgoing key={message.id} message={message} thread={thread} />
        ))}
      </div>
      {typist === null ? null : (
        <p role="status" className="m-0 mt-3 flex items-center gap-2 text-note text-ink-2">
          <span aria-hidden className="flex gap-0.75">
            {[0, 1, 2].map((dot) => (
              <span key={dot} className="size-1.25 animate-pulse rounded-full bg-ink-3" />
            ))}
          </span>
          {typist.split(" ")[0]} is typing
        </p>
      )}
      {after}
    </section>
  );
}

const bubble = "w-fit max-w-full rounded-sheet px-3.5 py-2 text-body break-words whitespace-pre-wrap";

function Line({
  message,
  side,
  isLastOwn,
  isLast,
  onAsk,
}: {
  message: SupportMessage;
  side: "user" | "staff";
  isLastOwn: boolean;
  isLast: boolean;
  onAsk: ((question: string) => void) | undefined;
}) {
  const { content, sentAt, senderName, isFromAi, isFromUser, isFromAdmin, attachment } = message;
  if (message.type === "SystemMessage") return <Notice message={message} />;
  const isOwn = side === "user" ? isFromUser : isFromAdmin;
  // Its links lead to rows of the person's own company: staff, who have another, read the words.
  const answer = side === "user" ? answerOf(message) : null;
  return (
    <div
      className={cn(
        "flex max-w-[85%] flex-col gap-1",
        isOwn ? "items-end self-end" : "items-start self-start",
      )}
    >
      <p className="m-0 flex items-center gap-1.5 text-small text-ink-2">
        {isFromAi ? <Sparkles aria-hidden className="size-3.5 text-brand-text" /> : null}
        {isOwn ? "You" : senderName}
        <span aria-hidden>·</span>
        <time dateTime={sentAt} title={formatDateTime(sentAt)}>
          {timeOfDay(sentAt)}
        </time>
      </p>
      {content === "" ? null : (
        <div
          className={cn(
            bubble,
            isOwn
              ? "rounded-tr-check bg-brand text-on-brand"
              : isFromAi
                ? "rounded-tl-check border border-brand/25 bg-brand-tint text-ink"
                : "rounded-tl-check border border-line bg-sheet text-ink",
          )}
        >
          {answer === null ? content : <AnswerView answer={answer} />}
        </div>
      )}
      {answer === null ? null : (
        <AnswerFoot
          answer={answer}
          onAsk={(question) => onAsk?.(question)}
          isLast={isLast && onAsk !== undefined}
        />
      )}
      {attachment === null ? null : <Attachment sessionId={message.sessionId} attachment={attachment} />}
      {isOwn && isLastOwn && message.isRead ? <p className="m-0 text-small text-ink-2">Read</p> : null}
    </div>
  );
}

/** What the assistant kept beside its words: figures with links, sources, when they were true. */
function answerOf({ isFromAi, metadata: { answer } }: SupportMessage): ChatAnswer | null {
  const isOne = isFromAi && typeof answer === "object" && answer !== null && "blocks" in answer;
  return isOne ? (answer as unknown as ChatAnswer) : null;
}

function Notice({ message: { content, sentAt, wasEscalated } }: { message: SupportMessage }) {
  return (
    <p
      className={cn(
        "m-0 my-1 flex max-w-full items-center gap-1.5 self-center rounded-tag px-2.5 py-1 text-center text-small font-emphasis",
        wasEscalated ? "bg-risk-med-tint text-risk-med-text" : "bg-press text-ink-2",
      )}
    >
      {wasEscalated ? <ArrowUpRight aria-hidden className="size-3.5 shrink-0" /> : null}
      <span className="min-w-0 break-words">
        {content.replace(/\.$/, "")}, <time dateTime={sentAt}>{timeOfDay(sentAt)}</time>
      </span>
    </p>
  );
}

function Outgoing({
  message,
  thread,
}: {
  message: UnsentMessage;
  thread: Pick<SupportThreadState, "retry" | "discard">;
}) {
  const { id, content, hasFailed, refusal, attachmentId } = message;
  return (
    <div className="flex max-w-[85%] flex-col items-end gap-1 self-end">
      <p className="m-0 text-small text-ink-2">{hasFailed ? "Not sent" : "Sending..."}</p>
      <div
        className={cn(
          bubble,
          "rounded-tr-check",
          hasFailed ? "border border-danger bg-sheet text-ink" : "bg-brand text-on-brand opacity-70",
        )}
      >
        {content === "" && attachmentId !== undefined ? "Image" : content}
      </div>
      {hasFailed ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-end gap-2 text-note text-danger-text"
        >
          {refusal === undefined ? supportTexts.sendFailed : `${supportTexts.sendFailed} ${refusal}`}
          {refusal === undefined ? (
            <Button size="sm" icon={<RotateCw />} onClick={() => thread.retry(id)}>
              Try again
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => thread.discard(id)}>
              Remove
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
