import { ArrowUp } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import type { Ref } from "react";
import { LONGEST_QUESTION } from "@forestay/contracts/wire";
import { useDraft } from "./use-draft.ts";

/** It grows to so much, then it scrolls. */
const TALLEST_PX = 100;

interface ChatInputProps {
  placeholder: string;
  /** Where it comes to false the words were not taken: they stand in the box again, unless others do by then. */
  onSend: (text: string) => Promise<boolean> | void;
  isBusy: boolean;
  /** By which its words are kept while it is not shown. */
  place: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Enter sends, Shift+Enter adds a line; a message of blanks is none. */
export function ChatInput({ placeholder, onSend, isBusy, place, ref }: ChatInputProps) {
  const [text, change] = useDraft(place);
  const area = useRef<HTMLTextAreaElement | null>(null);
  useLayoutEffect(() => {
    const box = area.current;
    if (box === null) return;
    box.style.height = "auto";
    box.style.height = text === "" ? "auto" : `${Math.min(box.scrollHeight, TALLEST_PX)}px`;
  }, [text]);
  const send = () => {
    if (text.trim() === "" || isBusy) return;
    change(() => "");
    void onSend(text)?.then((isTaken) => {
      if (!isTaken) change((now) => (now === "" ? text : now));
    });
  };
  return (
    <form
      className="flex items-end gap-2 rounded-control border border-line-control bg-sheet py-1.5 pr-1.5 pl-3 field-focus"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={(node) => {
          area.current = node;
          if (typeof ref === "function") ref(node);
          else if (ref) ref.current = node;
        }}
        rows={1}
        value={text}
        maxLength={LONGEST_QUESTION}
        aria-label={placeholder}
        placeholder={placeholder}
        onChange={({ target: { value } }) => change(() => value)}
        onKeyDown={(event) => {
          // While characters are being put together (Japanese, Chinese) Enter takes the proposal.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
        className="max-h-25 min-h-6 w-full resize-none self-center border-0 bg-transparent p-0 text-body text-ink outline-none placeholder:text-ink-3 touch:text-input"
      />
      <button
        type="submit"
        aria-label="Send"
        disabled={text.trim() === "" || isBusy}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-chip bg-brand text-on-brand hover:bg-brand-hover disabled:bg-sunken disabled:text-ink-3 touch:size-11"
      >
        <ArrowUp aria-hidden className="size-4" />
      </button>
    </form>
  );
}
