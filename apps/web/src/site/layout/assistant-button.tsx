import { MessageCircle } from "lucide-react";

/** Opens the assistant; without a script there is none, and no button. */
export function AssistantButton() {
  return (
    <aside aria-label="Assistant" className="contents print:hidden">
      <div data-assistant-panel className="contents" />
      <button
        type="button"
        hidden
        data-assistant
        aria-label="Ask the assistant"
        className="fixed right-5 bottom-5 z-30 inline-flex size-12 items-center justify-center rounded-full bg-brand text-on-brand shadow-md hover:bg-brand-hover print:hidden [&[hidden]]:hidden"
      >
        <MessageCircle aria-hidden className="size-5.5" />
      </button>
    </aside>
  );
}
