import { useQuery } from "@tanstack/react-query";
import { Maximize2, Minimize2, Minus, Sparkle, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { asksForPerson } from "@/components/chat/asks-for-person.ts";
import { ChatInput } from "@/components/chat/chat-input.tsx";
import { QuickActions } from "@/components/chat/quick-actions.tsx";
import { Button } from "@/components/ui/button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { ConnectingBanner } from "@/components/support/connecting-banner.tsx";
import { useLiveConnection } from "@/lib/live/index.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { cn } from "@/lib/style/cn.ts";
import { chatQueries } from "../api/chat-queries.ts";
import { useChatStore } from "@/components/chat/chat-store.ts";
import { pageContextOf, placeholderOf, quickActionsOf } from "../hooks/page-context.ts";
import { useConversationRead } from "../hooks/use-conversation-read.ts";
import { headingOf, problemOf, useConversation } from "../hooks/use-conversation.ts";
import { useLiveSupport } from "../hooks/use-live-support.ts";
import { useMissedEnd } from "../hooks/use-missed-end.ts";
import { useUnreadSupport } from "@/components/support/use-unread-support.ts";
import { MessageList } from "./message-list.tsx";
import { SessionEnded } from "./session-ended.tsx";
import { Switcher } from "./switcher.tsx";

// A form brings its schema along, and a session its thread: neither is part of what a question costs.
const ContactForm = lazy(async () => ({
  default: (await import("@/components/support/contact-form.tsx")).ContactForm,
}));
const SupportConversation = lazy(async () => ({
  default: (await import("@/components/support/support-conversation.tsx")).SupportConversation,
}));

/** Beside the one that is open. */
const OTHERS = 5;

/** The panel: the page's own conversation with the assistant. */
export function ChatPanel() {
  const { pathname, search } = useLocation();
  const context = pageContextOf(pathname, search);
  const heading = headingOf(context);
  const isMobile = useIsMobile();
  const {
    conversations,
    choose,
    setWidget,
    expand,
    isExpanded,
    mode,
    supportSessionId,
    endedSessionId,
    showSupport,
    endSupport,
    putEndAway,
    showMode,
  } = useChatStore();
  const { id: userId, email } = useCurrentUser();
  const isLive = useLiveConnection(({ state }) => state === "Connected");
  const [isWriting, setWriting] = useState(false);
  const support = useLiveSupport(context, () => undefined);
  const activeId = support.session?.id;
  useEffect(() => {
    if (activeId !== undefined && supportSessionId !== activeId) showSupport(activeId);
  }, [activeId, supportSessionId, showSupport]);
  useMissedEnd(support.isKnown && support.session === undefined ? supportSessionId : null, endSupport);
  const unread = useUnreadSupport(supportSessionId);
  const isSupport = mode === "support_session" && supportSessionId !== null;
  const list = useQuery(chatQueries.newest());
  // Begun on another device, or before the store was emptied: the page's newest one goes on.
  const chosen = conversations[heading.key];
  const conversationId =
    chosen === undefined
      ? list.data?.items.find(({ contextKey }) => contextKey === heading.key)?.id
      : (chosen ?? undefined);
  const choosePage = (id: string | null) => choose(heading.key, id);
  const own = useConversation(conversationId, context, choosePage, () => choosePage(null));
  // Without the list it is not known whether the page has a conversation.
  const thread = {
    ...own,
    isLoading: own.isLoading || (chosen === undefined && list.isPending),
    problem: own.problem ?? (chosen === undefined ? problemOf(list) : undefined),
  };
  // What stands in the open panel is read; behind a session with support it is not.
  useConversationRead(isSupport ? undefined : thread.conversation);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const title = thread.conversation?.title ?? heading.title;
  const others = (list.data?.items ?? []).filter(({ id }) => id !== conversationId).slice(0, OTHERS);
  const turnTo = (id: string | null) => {
    choosePage(id);
    setWriting(false);
    showMode("page_help");
  };
  const minimise = () => setWidget("minimised");
  const toPerson = (words: string) => support.start(words, thread.messages, title);
  const say = (text: string) => (asksForPerson(text) ? toPerson(text) : thread.send(text));
  return (
    <>
      {isMobile ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Esc and the buttons do the same
        <div aria-hidden className="fixed inset-0 z-40 bg-scrim" onClick={minimise} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves it from anywhere inside */}
      <section
        role="dialog"
        aria-label="Assistant"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.stopPropagation();
          minimise();
        }}
        className={cn(
          "fixed z-40 flex flex-col overflow-hidden border border-line bg-raised shadow-md",
          isMobile
            ? "inset-x-0 bottom-0 h-[min(600px,calc(100dvh-3rem))] rounded-t-bottom pb-[env(safe-area-inset-bottom)]"
            : "right-5 bottom-5 rounded-dialog",
          !isMobile &&
            (isExpanded
              ? "h-[min(800px,calc(100dvh-5rem))] w-[min(720px,calc(100vw-2.5rem))]"
              : "h-[min(600px,calc(100dvh-5rem))] w-94"),
        )}
      >
        {isMobile ? <span aria-hidden className="mx-auto mt-2 h-1 w-9 rounded-full bg-line-strong" /> : null}
        <header className="flex items-center gap-2.5 border-b border-line px-3.5 py-2.5">
          <span
            aria-hidden
            className="inline-flex size-7.5 shrink-0 items-center justify-center rounded-chip bg-brand text-on-brand"
          >
            <Sparkle className="size-4" />
          </span>
          <div className="min-w-0 flex-1">
            <Switcher
              title={title}
              others={others}
              onChoose={(one) => turnTo(one.id)}
              onNew={() => turnTo(null)}
            />
            <p className="m-0 truncate text-note text-ink-2">
              {isSupport ? "Support session" : heading.subtitle}
            </p>
          </div>
          <span className="flex">
            {isMobile ? null : (
              <IconButton
                size="sm"
                label={isExpanded ? "Make smaller" : "Expand"}
                onClick={() => expand(!isExpanded)}
              >
                {isExpanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
              </IconButton>
            )}
            <IconButton size="sm" label="Minimise" onClick={minimise}>
              <Minus aria-hidden />
            </IconButton>
            <IconButton size="sm" label="Close" onClick={() => setWidget("closed")}>
              <X aria-hidden />
            </IconButton>
          </span>
        </header>
        {/* A session has its own, below what it says of itself. */}
        {isLive || isSupport ? null : <ConnectingBanner />}
        {supportSessionId === null ? null : (
          <div className="border-b border-line px-3.5 py-2">
            <SegmentedControl
              label="Mode"
              className="flex w-full *:flex-1"
              value={isSupport ? "support_session" : "page_help"}
              onChange={showMode}
              options={[
                { value: "page_help", label: "Page Help" },
                {
                  value: "support_session",
                  label: isSupport || unread === 0 ? "Support Chat" : `Support Chat (${unread} new)`,
                },
              ]}
            />
          </div>
        )}
        {isSupport ? (
          <Suspense>
            <SupportConversation
              key={supportSessionId}
              sessionId={supportSessionId}
              onEnded={() => endSupport(supportSessionId)}
            />
          </Suspense>
        ) : isWriting ? (
          <div className="min-h-0 flex-1 overflow-y-auto p-3.5">
            <Suspense>
              <ContactForm email={email} context={context} />
            </Suspense>
            <Button variant="ghost" className="mt-3" onClick={() => setWriting(false)}>
              Back to the conversation
            </Button>
          </div>
        ) : (
          <>
            <MessageList
              thread={thread}
              notice={support.problem}
              onContact={() => setWriting(true)}
              welcome="Ask about this page or your company's figures. Each number in an answer leads to its rows."
            />
            {endedSessionId === null ? null : (
              <SessionEnded key={endedSessionId} sessionId={endedSessionId} onPutAway={putEndAway} />
            )}
            <QuickActions
              key={heading.key}
              actions={quickActionsOf(context)}
              isBusy={thread.waiting?.state === "sending"}
              onAsk={(question) => void thread.send(question, "quick_action")}
            />
            <div className="border-t border-line p-3">
              <ChatInput
                ref={input}
                place={`${userId}:chat`}
                placeholder={placeholderOf(context)}
                onSend={say}
                isBusy={thread.waiting?.state === "sending" || support.isStarting}
              />
              <p className="m-0 mt-1.5 flex flex-wrap gap-x-3 text-note">
                <button
                  type="button"
                  className={way}
                  onClick={() => void toPerson("I would like to talk to a person.")}
                >
                  Talk to a person
                </button>
                <button type="button" className={way} onClick={() => setWriting(true)}>
                  Contact support
                </button>
              </p>
            </div>
          </>
        )}
      </section>
    </>
  );
}

const way =
  "rounded-tag text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink touch:min-h-11";
