import { chatKeyOf } from "@forestay/contracts/wire";
import type { Conversation } from "@forestay/contracts/wire";
import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { formatCounted, formatRelative } from "@/lib/format/index.ts";
import { Tag } from "@/components/ui/tag.tsx";

interface ConversationListProps {
  items: readonly Conversation[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** Under the last of them. */
  more?: ReactNode;
}

/** A person's conversations, the newest message first: page, last words, how many, and what is unread. */
export function ConversationList({ items, chosen, onChoose, more }: ConversationListProps) {
  return (
    <ul className="m-0 min-h-0 flex-1 list-none overflow-y-auto p-0" aria-label="Conversations">
      {items.map((one) => {
        const page = chatKeyOf(one.context).title.split(":")[0];
        return (
          <li key={one.id} className="border-b border-line">
            <button
              type="button"
              aria-current={one.id === chosen ? "true" : undefined}
              onClick={() => onChoose(one.id)}
              className={cn(
                "flex w-full items-start gap-3 border-l-3 px-3.5 py-3 text-left -outline-offset-2 hover:bg-hover",
                one.id === chosen ? "border-l-brand bg-brand-tint" : "border-l-transparent",
              )}
            >
              <span
                aria-hidden
                className="mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-chip bg-press text-ink-2"
              >
                <MessageCircle className="size-4" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2">
                  <span className="min-w-0 flex-1 truncate text-ui font-strong text-ink">{one.title}</span>
                  <span className="shrink-0 text-note text-ink-2">
                    {formatRelative(one.lastMessageAt ?? one.createdAt)}
                  </span>
                </span>
                <span className="mt-0.5 block truncate text-note text-ink-2">
                  {one.lastMessage === "" ? "No messages" : one.lastMessage}
                </span>
                <span className="mt-1.5 flex flex-wrap items-center gap-1.5 text-note text-ink-2">
                  <Tag>{page}</Tag>
                  {formatCounted(one.messageCount, "message")}
                  {one.unreadCount > 0 ? <Tag tone="info">{`${one.unreadCount} unread`}</Tag> : null}
                </span>
              </span>
            </button>
          </li>
        );
      })}
      {more === undefined ? null : <li>{more}</li>}
    </ul>
  );
}
