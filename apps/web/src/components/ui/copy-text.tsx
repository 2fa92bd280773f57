import { useRef } from "react";
import { copyText } from "@/lib/copy-text.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast-store.ts";

/** A text to take along that is shown once, with a way to copy it. */
export function CopyText({ text }: { text: string }) {
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
      <Button onClick={() => void copy()}>Copy</Button>
    </div>
  );
}
