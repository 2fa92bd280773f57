import { ChatMessageSender } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation } from "@forestay/contracts/wire";
import { useMutation } from "@tanstack/react-query";
import { Download, Eraser, Trash2, X } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { displayName, useCurrentUser } from "@/lib/auth/index.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { saveText } from "@/lib/save-text.ts";
import { readConversation, useConversationDeeds } from "../api/chat-queries.ts";
import { Fact, Part } from "./context-parts.tsx";
import { exportedConversation } from "../hooks/export-conversation.ts";

interface ConversationContextProps {
  conversation: Conversation;
  messages: readonly ChatMessage[];
  onClear: () => void;
  onDelete: () => void;
}

/** What a conversation is about, what its answers rest on, what it remembers, and what can be done with it. */
export function ConversationContext({ conversation, messages, onClear, onDelete }: ConversationContextProps) {
  const user = useCurrentUser();
  const { forget } = useConversationDeeds();
  const sources = sourcesOf(messages);
  // All of it, however much of it is shown.
  const { mutate: save, isPending: isExporting } = useMutation({
    mutationFn: () => readConversation(conversation.id),
    onSuccess: (all) =>
      saveText(
        `conversation-${conversation.createdAt.slice(0, 10)}.txt`,
        exportedConversation(conversation, all),
      ),
    onError: (error) => toast.error("The conversation was not exported", error.message),
  });
  return (
    <>
      <Part title="Context">
        <Fact label="Page">
          <Link to={conversation.context.routePath} className="text-brand-text wrap-anywhere">
            {conversation.context.routePath}
          </Link>
        </Fact>
        <Fact label="Started">{formatDateTime(conversation.createdAt)}</Fact>
        <Fact label="Messages">{conversation.messageCount}</Fact>
        <Fact label="Reads as">{`${displayName(user)}${user.companyRole === null ? "" : `, ${user.companyRole}`}`}</Fact>
      </Part>
      <Part title="Sources used">
        {messages.length < conversation.messageCount && sources.length > 0 ? (
          <p className="m-0 mb-2 text-note text-ink-2">Of the messages shown.</p>
        ) : null}
        {sources.length === 0 ? (
          <p className="m-0 text-note text-ink-2">None yet.</p>
        ) : (
          <ul className="m-0 flex list-none flex-col gap-2 p-0 text-note">
            {sources.map(({ label, detail, path }) => (
              <li key={label}>
                {path === null ? (
                  label
                ) : (
                  <Link to={path} className="font-emphasis text-brand-text wrap-anywhere">
                    {label}
                  </Link>
                )}
                {detail === null ? null : <span className="block text-ink-2 wrap-anywhere">{detail}</span>}
              </li>
            ))}
          </ul>
        )}
        <p className="m-0 mt-2.5 text-note text-ink-2">{originOf(conversation, messages)}</p>
      </Part>
      <Part title="Remembered in this conversation">
        {conversation.remembered.length === 0 ? (
          <p className="m-0 text-note text-ink-2">
            Nothing. Period, plan and filter of a question are kept for those that follow it.
          </p>
        ) : (
          <>
            <ul className="m-0 flex list-none flex-wrap gap-1.5 p-0">
              {conversation.remembered.map(({ kind, label, value }) => (
                <li
                  key={kind}
                  className="inline-flex min-h-7 max-w-full items-stretch divide-x divide-line-strong rounded-chip border border-line-strong bg-sheet text-note touch:min-h-10"
                >
                  <span className="flex items-center px-2 text-ink-2">{label}</span>
                  <span className="flex min-w-0 items-center px-2 font-emphasis wrap-anywhere">{value}</span>
                  <button
                    type="button"
                    aria-label={`Forget ${label}: ${value}`}
                    onClick={() => forget.mutate({ id: conversation.id, kind })}
                    className="inline-flex w-7 items-center justify-center rounded-r-chip text-ink-2 hover:bg-hover hover:text-ink touch:w-10"
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
            <p className="m-0 mt-2.5 text-note text-ink-2">
              Follow-up questions keep these until you remove them.
            </p>
          </>
        )}
      </Part>
      <div className="flex flex-col items-start gap-1 px-3 py-3">
        <Button variant="ghost" icon={<Download aria-hidden />} pending={isExporting} onClick={() => save()}>
          Export
        </Button>
        <Button variant="ghost" icon={<Eraser aria-hidden />} onClick={onClear}>
          Clear messages
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={onDelete}>
          Delete conversation
        </Button>
      </div>
    </>
  );
}

/**
 * Where answers came from, as far as that is known. Only what this server could not answer goes to a language model, and
 * one that gave nothing usable leaves no trace in the answer: of those, and of messages not shown, nothing is claimed.
 */
function originOf({ messageCount }: Conversation, messages: readonly ChatMessage[]): string {
  const answers = messages.flatMap(({ answer }) => answer ?? []);
  if (answers.some(({ engine }) => engine === "model"))
    return "Answers marked so were worded by the language model that your company switched on; it was asked for them. Other answers come from this server.";
  return messages.length === messageCount && answers.every(({ kind }) => kind !== "unknown")
    ? "No outside service was asked. Answers come from this server."
    : "Answers come from this server. What it cannot answer goes to a language model only where your company switched one on.";
}

/** What answers rest on, each once, the newest first. */
function sourcesOf(messages: readonly ChatMessage[]) {
  const seen = new Map<string, NonNullable<ChatMessage["answer"]>["sources"][number]>();
  for (const { sender, answer } of messages.toReversed())
    if (sender !== ChatMessageSender.User)
      for (const one of answer?.sources ?? []) if (!seen.has(one.label)) seen.set(one.label, one);
  return [...seen.values()].slice(0, 12);
}
