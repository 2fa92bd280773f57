import { useRef } from "react";
import { copyText } from "@/lib/copy-text.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast-store.ts";

interface CopyTextProps {
  text: string;
  /** 'the address': names the button where several stand on a page. */
  what?: string;
}

/** A text to take along, with a way to copy it; its lines stay lines. */
export function CopyText({ text, what }: CopyTextProps) {
  const shown = useRef<HTMLElement>(null);

  async function copy() {
    if (await copyText(text)) toast.success("Copied");
    else {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      toast.info("Selected", "Copy it with your keyboard.");
    }
  }

  return (
    <div className="flex flex-col items-start gap-2.5">
      <code
        ref={shown}
        tabIndex={-1}
        className="self-stretch rounded-inset bg-sunken p-3 font-mono text-small break-all whitespace-pre-wrap text-ink"
      >
        {text}
      </code>
      <Button aria-label={what === undefined ? undefined : `Copy ${what}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
