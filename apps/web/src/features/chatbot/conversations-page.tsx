import type { Conversation } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeft, Check, Headphones, PanelRight, Pencil, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { asksForPerson } from "@/components/chat/asks-for-person.ts";
import { ShowMore } from "@/components/list/show-more.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { choice, defineUrlState, text, word } from "@/lib/url-state/index.ts";
import { chatQueries, useConversationDeeds } from "./api/chat-queries.ts";
import { ChatInput } from "@/components/chat/chat-input.tsx";
import { BesideMessages } from "./components/context-parts.tsx";
import { ConversationContext } from "./components/conversation-context.tsx";
import { ConversationList } from "./components/conversation-list.tsx";
import { MessageList } from "./components/message-list.tsx";
import { QuickActions } from "@/components/chat/quick-actions.tsx";
import { moveDraft } from "@/components/chat/use-draft.ts";
import { useChatStore } from "@/components/chat/chat-store.ts";
import { quickActionsOf } from "./hooks/page-context.ts";
import { useLiveSupport } from "./hooks/use-live-support.ts";
import { SupportPane } from "./components/support-pane.tsx";
import { SupportSessions } from "./components/support-sessions.tsx";
import { useUnread } from "./hooks/use-unread.ts";
import { useConversationRead } from "./hooks/use-conversation-read.ts";
import { headingOf, useConversation } from "./hooks/use-conversation.ts";

const kinds = ["assistant", "support"] as const;
const pageState = defineUrlState({
  show: choice(kinds, "assistant"),
  search: text(),
  conversation: word(),
  session: word(),
});
/** Stands for a conversation that has not begun. */
const FRESH = "new";
/** /app/conversations: everything that was asked and answered, found again and gone on with. */
export function ConversationsPage() {
  const [view, change] = useUrlState(pageState);
  const list = useInfiniteQuery(chatQueries.allConversations(view.search));
  const { remove, restore } = useConversationDeeds();
  const drop = useChatStore((store) => store.drop);
  const [undoable, setUndoable] = useState<Conversation | undefined>();
  const isSupport = view.show === "support";
  const unread = useUnread();
  const isOpen = isSupport ? view.session !== undefined : view.conversation !== undefined;
  const open = (id: string | undefined) => change({ conversation: id });
  const onDelete = (conversation: Conversation) => {
    remove.mutate(conversation.id, {
      onSuccess: () => {
        drop(conversation.id);
        setUndoable(conversation);
        open(undefined);
      },
    });
  };
  return (
    <>
      {/* Of the whole page, also where a phone shows a thread alone. */}
      <h1 tabIndex={-1} className="sr-only">
        Conversations
      </h1>
      <Sheet className="-mb-14 grid h-[calc(100dvh-8.5rem)] min-h-110 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] lg:grid-cols-[304px_minmax(0,1fr)]">
        <div className={cn("flex min-h-0 flex-col border-line lg:border-r", isOpen && "max-lg:hidden")}>
          <div className="flex items-center justify-between gap-1.5 pt-4 pr-2.5 pb-3 pl-4">
            <p aria-hidden className="m-0 text-title font-strong">
              Conversations
            </p>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => change(isSupport ? { session: FRESH } : { conversation: FRESH })}
            >
              {isSupport ? "New session" : "New"}
            </Button>
          </div>
          {/* The tabs' own box fills the height, so that the list below them scrolls. */}
          <div className="flex min-h-0 flex-1 flex-col *:flex *:min-h-0 *:flex-1 *:flex-col">
            <Tabs
              label="Kinds of conversations"
              value={view.show}
              onChange={(show) => change({ show })}
              items={[
                { value: "assistant", label: "Assistant", unread: unread.assistant },
                { value: "support", label: "Support", unread: unread.support },
              ]}
            >
              <TabPanel value={view.show} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
                {isSupport ? (
                  <SupportSessions
                    search={view.search}
                    chosen={view.session}
                    onSearch={(search) => change({ search })}
                    onChoose={(session) => change({ session })}
                  />
                ) : (
                  <>
                    <div className="px-4 py-3">
                      <SearchField
                        label="Search conversations"
                        placeholder="Search conversations"
                        value={view.search}
                        onSearch={(search) => change({ search })}
                        className="w-full"
                      />
                    </div>
                    {undoable === undefined ? null : (
                      <div
                        role="status"
                        className="flex items-center justify-between gap-2 border-y border-line bg-press px-4 py-2 text-note"
                      >
                        <span className="min-w-0 truncate">Deleted: {undoable.title}</span>
                        <Button
                          size="sm"
                          onClick={() =>
                            restore.mutate(undoable.id, {
                              onSuccess: ({ id }) => {
                                setUndoable(undefined);
                                open(id);
                              },
                              onError: (error) =>
                                toast.error("The conversation was not brought back", error.message),
                            })
                          }
                        >
                          Undo
                        </Button>
                      </div>
                    )}
                    <QueryView
                      query={list}
                      loading="Loading conversations"
                      failed="Conversations did not load"
                      skeleton={<div className="h-40" />}
                    >
                      {({ items, totalCount }) =>
                        items.length === 0 ? (
                          <p className="m-0 flex-1 px-4 py-3 text-ui text-ink-2">
                            {view.search === ""
                              ? "Nothing asked yet. Press New, or ask from any page with the button at its bottom right."
                              : "No conversation matches."}
                          </p>
                        ) : (
                          <ConversationList
                            items={items}
                            chosen={view.conversation}
                            onChoose={open}
                            more={<ShowMore query={list} shown={items.length} total={totalCount} />}
                          />
                        )
                      }
                    </QueryView>
                  </>
                )}
              </TabPanel>
            </Tabs>
          </div>
          <p className="m-0 border-t border-line px-4 py-2.5 text-note text-ink-2">
            {isSupport
              ? "You and support see these. Kept 400 days after they ended."
              : "Only you see these. Kept until you delete them."}
          </p>
        </div>
        <div className={cn("@container flex min-h-0 min-w-0 flex-col", !isOpen && "max-lg:hidden")}>
          {isSupport ? (
            <SupportPane
              key={view.session}
              sessionId={view.session === FRESH ? undefined : view.session}
              onOpen={(session) => change({ session })}
            />
          ) : view.conversation === undefined ? (
            <p className="m-auto max-w-80 p-6 text-center text-ui text-ink-2">
              Choose a conversation, or begin a new one.
            </p>
          ) : (
            <Thread
              key={view.conversation === FRESH ? FRESH : view.conversation}
              id={view.conversation === FRESH ? undefined : view.conversation}
              onOpen={open}
              onDelete={onDelete}
              onPerson={(session) => change({ show: "support", session })}
            />
          )}
        </div>
      </Sheet>
    </>
  );
}

interface ThreadProps {
  id: string | undefined;
  onOpen: (id: string | undefined) => void;
  onDelete: (conversation: Conversation) => void;
  /** A support session was begun from it. */
  onPerson: (sessionId: string) => void;
}

function Thread({ id, onOpen, onDelete, onPerson }: ThreadProps) {
  // Who has gone on to another one is not called back by an answer.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { id: userId } = useCurrentUser();
  const onBegun = (begun: string) => {
    if (!isShown.current) return;
    // What is written by now is written there.
    moveDraft(`${userId}:new`, `${userId}:${begun}`);
    onOpen(begun);
  };
  const thread = useConversation(id, undefined, onBegun, () => onOpen(undefined));
  const { context, isUnknown } = thread;
  const { clear } = useConversationDeeds();
  const [isClearing, setClearing] = useState(false);
  const [isContext, setContext] = useState(false);
  const navigate = useNavigate();
  const { conversation } = thread;
  const support = useLiveSupport(context, onPerson);
  useConversationRead(conversation);
  const toPerson = (words: string) =>
    support.start(words, thread.messages, conversation?.title ?? headingOf(context).title);
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] @3xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className={cn("flex min-h-0 min-w-0 flex-col", isContext && "@max-3xl:hidden")}>
        <header className="flex items-center gap-2 border-b border-line px-4 py-2.5">
          <IconButton label="All conversations" className="lg:hidden" onClick={() => onOpen(undefined)}>
            <ArrowLeft aria-hidden />
          </IconButton>
          {isUnknown ? (
            <p className="m-0 text-body font-strong">Conversation</p>
          ) : conversation === undefined ? (
            <p className="m-0 text-body font-strong">New conversation</p>
          ) : (
            <>
              <Title conversation={conversation} />
              <Button
                size="sm"
                icon={<Headphones aria-hidden />}
                pending={support.isStarting}
                onClick={() => void toPerson("I would like to go on with a person.")}
              >
                <span className="@max-xl:sr-only">Continue with a person</span>
              </Button>
              <IconButton
                label="Context and sources"
                className="@3xl:hidden"
                onClick={() => setContext(true)}
              >
                <PanelRight aria-hidden />
              </IconButton>
            </>
          )}
        </header>
        <MessageList
          isPage
          onContact={() => void navigate("/app/support")}
          thread={thread}
          notice={support.problem}
          welcome="Ask about your customers, revenue, risk or how something is done here."
        />
        {isUnknown ? null : (
          <QuickActions
            actions={quickActionsOf(context)}
            isBusy={thread.waiting?.state === "sending"}
            onAsk={(question) => void thread.send(question, "quick_action")}
          />
        )}
        <div className="border-t border-line p-3">
          <ChatInput
            place={`${userId}:${id ?? "new"}`}
            placeholder="Ask about your customers"
            onSend={(words) => (asksForPerson(words) ? toPerson(words) : thread.send(words))}
            isBusy={isUnknown || thread.waiting?.state === "sending" || support.isStarting}
          />
          <p className="m-0 mt-2 text-note text-ink-2 max-md:hidden">
            Enter sends, Shift+Enter adds a line. Figures come from your own data, each with a link to its
            rows.
          </p>
        </div>
      </div>
      {conversation === undefined ? null : (
        <BesideMessages label="Context" isShown={isContext} onBack={() => setContext(false)}>
          <ConversationContext
            conversation={conversation}
            messages={thread.messages}
            onClear={() => setClearing(true)}
            onDelete={() => onDelete(conversation)}
          />
        </BesideMessages>
      )}
      <ConfirmDialog
        open={isClearing}
        onOpenChange={setClearing}
        title="Clear this conversation?"
        description="Its messages and what it remembers are gone for good; the conversation stays."
        confirmLabel="Clear messages"
        pending={clear.isPending}
        onConfirm={() => {
          if (id !== undefined) clear.mutate(id, { onSettled: () => setClearing(false) });
        }}
      />
    </div>
  );
}

/** Its title, and the way to give it another. */
function Title({ conversation }: { conversation: Conversation }) {
  const { rename } = useConversationDeeds();
  const [draft, setDraft] = useState<string | undefined>();
  if (draft === undefined)
    return (
      <div className="min-w-0 flex-1">
        <p className="m-0 flex items-center gap-1.5 text-body font-strong">
          <span className="truncate">{conversation.title}</span>
          <IconButton size="sm" label="Rename" onClick={() => setDraft(conversation.title)}>
            <Pencil aria-hidden />
          </IconButton>
        </p>
        <p className="m-0 text-note text-ink-2">{`Assistant, ${formatCounted(conversation.messageCount, "message")}`}</p>
      </div>
    );
  return (
    <form
      className="flex min-w-0 flex-1 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() === "") return;
        rename.mutate(
          { id: conversation.id, title: draft.trim() },
          {
            onSuccess: () => setDraft(undefined),
            onError: (error) => toast.error("The title was not changed", error.message),
          },
        );
      }}
    >
      <Input
        aria-label="Title"
        value={draft}
        maxLength={80}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the press before it
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(undefined);
        }}
      />
      <IconButton size="sm" type="submit" label="Save the title">
        <Check aria-hidden />
      </IconButton>
    </form>
  );
}
