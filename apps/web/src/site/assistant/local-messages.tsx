import { Sparkle } from "lucide-react";
import { useEffect, useRef } from "react";
import { cn } from "@/lib/style/cn.ts";
import type { LocalMessage } from "./local-conversations.ts";

const WELCOME =
  "Ask about the demo, pricing, features, integrations or data import. A person answers what you write to support.";

/** What was said, the newest at the end and in sight. */
export function LocalMessages({
  messages,
  isTyping,
}: {
  messages: readonly LocalMessage[];
  isTyping: boolean;
}) {
  const end = useRef<HTMLDivElement>(null);
  const count = messages.length;
  useEffect(() => {
    void end.current?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      role="log"
      aria-label="Conversation"
      // Scrolled by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto p-3.5 -outline-offset-2"
    >
      {count === 0 ? <p className="m-0 text-ui text-ink-2">{WELCOME}</p> : null}
      {messages.map(({ id, sender, content, links = [] }) => (
        <div key={id} className={cn("flex items-end gap-2", sender === "user" && "justify-end")}>
          {sender === "user" ? null : <BotMark />}
          <div
            className={cn(
              "max-w-[84%] rounded-sheet px-3 py-2 text-body break-words",
              sender === "user" ? "bg-brand text-on-brand" : "border border-line bg-sunken text-ink",
            )}
          >
            <p className="m-0 whitespace-pre-wrap">{content}</p>
            {links.length === 0 ? null : (
              <p className="m-0 flex flex-wrap gap-x-4 gap-y-1 pt-1.5">
                {links.map(({ label, href }) => (
                  <a key={href} href={href} className="font-strong text-brand-text">
                    {label}
                  </a>
                ))}
              </p>
            )}
          </div>
        </div>
      ))}
      {isTyping ? (
        <div className="flex items-end gap-2">
          <BotMark />
          <p className="m-0 rounded-sheet border border-line bg-sunken px-3 py-2 text-body text-ink-2">
            Writing...
          </p>
        </div>
      ) : null}
      <div ref={end} />
    </div>
  );
}

const BotMark = () => (
  <span
    aria-hidden
    className="inline-flex size-6 shrink-0 items-center justify-center rounded-check bg-brand text-on-brand"
  >
    <Sparkle className="size-3.5" />
  </span>
);
