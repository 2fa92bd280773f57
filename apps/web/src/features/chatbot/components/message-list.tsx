import { ChatMessageSender } from "@forestay/contracts/wire";
import type { ChatMessage } from "@forestay/contracts/wire";
import { Sparkle } from "lucide-react";
import { useEffect, useRef } from "react";
import { AnswerFoot, AnswerView } from "@/components/chat/answer-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { requestIdOf } from "@/lib/api/index.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import type { ConversationThread } from "../hooks/use-conversation.ts";

const APOLOGY =
  "I apologize, but I'm having trouble responding right now. Would you like to contact our support team for assistance?";

interface MessageListProps {
  thread: ConversationThread;
  /** What is said where nothing has been asked yet. */
  welcome: string;
  /** What the assistant says of the way to a person that is closed. */
  notice?: string | undefined;
  /** A way to a person, where there is one. */
  onContact?: (() => void) | undefined;
  /** Wide where it is a page of its own. */
  isPage?: boolean;
}

/** What was said, the newest at the bottom and in sight. */
export function MessageList({ thread, welcome, notice, onContact, isPage = false }: MessageListProps) {
  const { messages, waiting, isLoading, problem } = thread;
  const end = useRef<HTMLDivElement>(null);
  /** Changes with whatever comes to stand at the bottom. */
  const last = `${messages.at(-1)?.id} ${waiting?.text} ${waiting?.state} ${notice}`;
  useEffect(() => {
    if (last !== "") end.current?.scrollIntoView({ block: "end" });
  }, [last]);
  // A question is kept before it is answered: where only the answer failed it stands there already.
  const newest = messages.at(-1);
  const isKept = newest?.sender === ChatMessageSender.User && newest.content === waiting?.text;
  return (
    // Read aloud as it grows, and reached by keyboard to be scrolled.
    <div
      role="log"
      aria-label="Conversation"
      aria-busy={isLoading}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn(
        "flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain py-4 -outline-offset-2",
        isPage ? "px-5" : "px-3.5",
      )}
    >
      {isLoading ? <Skeleton className="h-16 w-3/4" /> : null}
      {problem === undefined ? null : (
        <ErrorState
          title="The conversation did not load"
          message={problem.error.message}
          requestId={requestIdOf(problem.error)}
          onRetry={problem.retry}
          retrying={problem.isRetrying}
          className="px-0"
        />
      )}
      {thread.hasEarlier ? (
        <Button
          size="sm"
          className="self-center"
          pending={thread.isLoadingEarlier}
          onClick={thread.loadEarlier}
        >
          Show earlier messages
        </Button>
      ) : null}
      {!isLoading && problem === undefined && messages.length === 0 && waiting === undefined ? (
        <Bubble from="bot" isPage={isPage}>
          {welcome}
        </Bubble>
      ) : null}
      {messages.map((message, at) => (
        <Message
          key={message.id}
          message={message}
          isPage={isPage}
          onAsk={(question) => void thread.send(question)}
          isLast={at === messages.length - 1 && waiting === undefined}
        />
      ))}
      {waiting === undefined ? null : (
        <>
          {isKept ? null : (
            <Bubble from="user" isPage={isPage}>
              {waiting.text}
            </Bubble>
          )}
          {waiting.state === "sending" ? (
            <Bubble from="bot" isPage={isPage}>
              <span className="sr-only">The assistant is answering</span>
              <span aria-hidden className="inline-flex gap-1 py-1.5">
                <Dot delay="0ms" />
                <Dot delay="150ms" />
                <Dot delay="300ms" />
              </span>
            </Bubble>
          ) : (
            <Bubble from="bot" isPage={isPage}>
              <p className="m-0">{waiting.refusal ?? APOLOGY}</p>
              <span className="mt-2 flex flex-wrap gap-2">
                <Button size="sm" onClick={thread.retry}>
                  Try again
                </Button>
                {onContact === undefined ? null : (
                  <Button size="sm" onClick={onContact}>
                    Contact support
                  </Button>
                )}
              </span>
            </Bubble>
          )}
        </>
      )}
      {notice === undefined ? null : (
        <Bubble from="bot" isPage={isPage}>
          {notice}
        </Bubble>
      )}
      <div ref={end} />
    </div>
  );
}

const Dot = ({ delay }: { delay: string }) => (
  <span
    className="size-1.5 rounded-full bg-ink-3 motion-safe:animate-pulse"
    style={{ animationDelay: delay }}
  />
);

interface MessageProps {
  message: ChatMessage;
  onAsk: (question: string) => void;
  isLast: boolean;
  isPage: boolean;
}

function Message({ message, onAsk, isLast, isPage }: MessageProps) {
  const { sender, content, answer, timestamp } = message;
  if (sender === ChatMessageSender.User)
    return (
      <Bubble from="user" isPage={isPage} time={timestamp}>
        {content}
      </Bubble>
    );
  return (
    <Bubble
      from="bot"
      isPage={isPage}
      foot={answer === null ? null : <AnswerFoot answer={answer} onAsk={onAsk} isLast={isLast} />}
      time={timestamp}
    >
      {answer === null ? (
        <p className="m-0 whitespace-pre-wrap">{content}</p>
      ) : (
        <AnswerView answer={answer} />
      )}
    </Bubble>
  );
}

interface BubbleProps {
  from: "user" | "bot";
  children: React.ReactNode;
  foot?: React.ReactNode;
  time?: string;
  isPage: boolean;
}

function Bubble({ from, children, foot, time, isPage }: BubbleProps) {
  const isOwn = from === "user";
  return (
    <div className={cn("flex items-start gap-2", isOwn && "justify-end")}>
      {isOwn ? null : (
        <span
          aria-hidden
          className="mt-0.5 inline-flex size-6.5 shrink-0 items-center justify-center rounded-chip bg-brand text-on-brand"
        >
          <Sparkle className="size-3.5" />
        </span>
      )}
      <div className={cn("min-w-0", isOwn ? "max-w-[85%]" : "flex-1")}>
        {isPage && time !== undefined ? (
          <p className={cn("m-0 mb-1 text-note text-ink-2", isOwn && "text-right")}>
            {isOwn ? "You" : "Assistant"} · {formatRelative(time)}
          </p>
        ) : (
          <span className="sr-only">{isOwn ? "You:" : "Assistant:"}</span>
        )}
        <div
          className={cn(
            "rounded-control border px-3 py-2 text-ui",
            isOwn
              ? "border-transparent bg-brand whitespace-pre-wrap text-on-brand wrap-anywhere"
              : isPage
                ? "w-fit max-w-full border-line bg-sheet text-ink"
                : "w-fit max-w-full border-line bg-sunken text-ink",
          )}
        >
          {children}
        </div>
        {foot}
      </div>
    </div>
  );
}
