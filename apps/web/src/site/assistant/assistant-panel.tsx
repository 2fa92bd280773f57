import { asksForPerson } from "@/components/chat/asks-for-person.ts";
import { ChevronDown, Maximize2, Minimize2, Minus, Sparkle, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ChatInput } from "@/components/chat/chat-input.tsx";
import { QuickActions } from "@/components/chat/quick-actions.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { cn } from "@/lib/style/cn.ts";
import { publicActions } from "./canned-replies.ts";
import { LocalMessages } from "./local-messages.tsx";
import { PublicContactForm } from "./public-contact-form.tsx";
import { useLocalChat } from "./use-local-chat.ts";
import type { LocalConversation } from "./local-conversations.ts";

/** Beside the one that is open. */
const OTHERS = 5;

/** The assistant outside the app: canned replies of this page alone, and the way to a person. */
export function AssistantPanel({ onLeave }: { onLeave: (widget: "closed" | "minimised") => void }) {
  const chat = useLocalChat();
  const isMobile = useIsMobile();
  const [isExpanded, setExpanded] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
  }, []);
  const say = (text: string, type: "text" | "quick_action") =>
    asksForPerson(text) ? setWriting(true) : chat.send(text, type);
  return (
    <>
      {isMobile ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Esc and the buttons do the same
        <div aria-hidden className="fixed inset-0 z-40 bg-scrim" onClick={() => onLeave("minimised")} />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc leaves it from anywhere inside */}
      <section
        role="dialog"
        aria-label="Assistant"
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onLeave("minimised");
        }}
        className={cn(
          "fixed z-40 flex flex-col overflow-hidden border border-line bg-raised shadow-lg print:hidden",
          isMobile
            ? "inset-x-0 bottom-0 h-[min(600px,calc(100dvh-3rem))] rounded-t-bottom pb-[env(safe-area-inset-bottom)]"
            : "right-5 bottom-5 rounded-dialog",
          !isMobile &&
            (isExpanded
              ? "h-[min(800px,calc(100dvh-5rem))] w-[min(720px,calc(100vw-2.5rem))]"
              : "h-[min(600px,calc(100dvh-5rem))] w-94"),
        )}
      >
        <header className="flex items-center gap-2.5 border-b border-line px-3.5 py-2.5">
          <span
            aria-hidden
            className="inline-flex size-7.5 shrink-0 items-center justify-center rounded-chip bg-brand text-on-brand"
          >
            <Sparkle className="size-4" />
          </span>
          <div className="min-w-0 flex-1">
            <Switcher
              title={chat.open?.title ?? "General"}
              others={chat.conversations.filter(({ id }) => id !== chat.open?.id).slice(0, OTHERS)}
              onChoose={(id) => {
                setWriting(false);
                chat.choose(id);
              }}
            />
            <p className="m-0 truncate text-note text-ink-2">Prepared answers, kept in this browser</p>
          </div>
          <span className="flex">
            {isMobile ? null : (
              <HeaderButton
                label={isExpanded ? "Make smaller" : "Expand"}
                onPress={() => setExpanded(!isExpanded)}
              >
                {isExpanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
              </HeaderButton>
            )}
            <HeaderButton label="Minimise" onPress={() => onLeave("minimised")}>
              <Minus aria-hidden />
            </HeaderButton>
            <HeaderButton label="Close" onPress={() => onLeave("closed")}>
              <X aria-hidden />
            </HeaderButton>
          </span>
        </header>
        {isWriting ? (
          <div className="min-h-0 flex-1 overflow-y-auto p-3.5">
            <PublicContactForm onBack={() => setWriting(false)} />
          </div>
        ) : (
          <>
            <LocalMessages messages={chat.open?.messages ?? []} isTyping={chat.isTyping} />
            <QuickActions actions={publicActions} onAsk={(question) => say(question, "quick_action")} />
            <div className="border-t border-line p-3">
              <ChatInput
                place="public"
                ref={input}
                placeholder="Ask about the product"
                onSend={(text) => say(text, "text")}
                isBusy={chat.isTyping}
              />
            </div>
          </>
        )}
      </section>
    </>
  );
}

function HeaderButton(props: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onPress}
      className="inline-flex size-8 items-center justify-center rounded-chip text-ink-2 hover:bg-press touch:size-11 [&_svg]:size-4"
    >
      {props.children}
    </button>
  );
}

interface SwitcherProps {
  title: string;
  others: readonly LocalConversation[];
  onChoose: (id: string | null) => void;
}

/** The other conversations of this browser, and a new one. */
function Switcher({ title, others, onChoose }: SwitcherProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (id: string | null) => {
    setOpen(false);
    onChoose(id);
  };
  return (
    <div className="relative">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-center gap-1 rounded-tag text-body font-strong text-ink hover:text-brand-text touch:min-h-11"
      >
        <span className="truncate">{title}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">, other conversations</span>
      </button>
      {isOpen ? (
        <ul className="absolute top-full left-0 z-10 m-0 mt-1 w-64 list-none rounded-sheet border border-line bg-raised p-1 shadow-lg">
          {others.map(({ id, title: name }) => (
            <li key={id}>
              <button type="button" onClick={() => choose(id)} className={option}>
                {name}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => choose(null)} className={option}>
              New conversation
            </button>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

const option =
  "block w-full truncate rounded-chip px-2.5 py-1.5 text-left text-ui text-ink hover:bg-press touch:min-h-11";
