import { supportEndpoints, supportLimits } from "@forestay/contracts/wire";
import { ArrowUp, Paperclip } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useDraft } from "@/components/chat/use-draft.ts";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { call } from "@/lib/api/index.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";

interface ComposerProps {
  sessionId: string;
  /** Why nothing can be written now; it stands in the box. */
  locked?: string | undefined;
  onSend: (content: string, attachmentId?: string) => void;
  onTyping: () => void;
  /** Beside the paper clip. */
  tools?: ReactNode;
  /** What was chosen elsewhere to be written: comes below what is typed, whenever it is another. */
  draft?: { text: string } | undefined;
}

/** About five lines; more scrolls. */
const HIGHEST_PX = 100;

/** Where a message is written: Enter sends, Shift and Enter begin a line, images come by the clip or by pasting. */
export function Composer({ sessionId, locked, onSend, onTyping, tools, draft }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [text, change] = useDraft(`${useCurrentUser().id}:${sessionId}`);
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const taken = useRef(draft);
  useEffect(() => {
    if (draft === undefined || draft === taken.current) return;
    taken.current = draft;
    change((typed) => [typed.trimEnd(), draft.text].filter((words) => words !== "").join("\n"));
  });
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    current.style.height = "auto";
    current.style.height = `${Math.min(current.scrollHeight, HIGHEST_PX)}px`;
  });
  const isLocked = locked !== undefined;

  function send() {
    const content = text.trim();
    if (content === "" || isLocked) return;
    onSend(content);
    change(() => "");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  async function attach(image: File | undefined) {
    if (image === undefined || isLocked) return;
    setProblem(undefined);
    if (image.size > supportLimits.attachmentBytes) return setProblem("Images up to 5 MB.");
    setUploading(true);
    // What stands there goes along; what is typed meanwhile is the next message.
    const words = text.trim();
    change(() => "");
    try {
      const body = { fileName: image.name, data: await toBase64(image) };
      const { id } = await call(supportEndpoints.attach, { params: { id: sessionId }, body });
      onSend(words, id);
    } catch (error) {
      setProblem((error as Error).message);
      change((typed) => [words, typed].filter((one) => one !== "").join("\n"));
    } finally {
      setUploading(false);
    }
    return undefined;
  }

  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={cn(
          "flex items-end gap-1.5 rounded-inset border border-line-control bg-sheet p-1.5 focus-within:border-brand",
          isLocked && "border-line bg-sunken",
        )}
      >
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          className="hidden"
          tabIndex={-1}
          aria-hidden
          onChange={(event) => {
            void attach(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <IconButton
          label="Attach an image"
          size="sm"
          disabled={isLocked || isUploading}
          onClick={() => file.current?.click()}
        >
          {isUploading ? <Spinner size="sm" variant="primary" /> : <Paperclip />}
        </IconButton>
        {tools}
        <textarea
          ref={box}
          rows={1}
          aria-label="Message"
          placeholder={locked ?? "Type your message"}
          disabled={isLocked}
          maxLength={supportLimits.messageLength}
          value={text}
          onChange={(event) => {
            const { value } = event.target;
            change(() => value);
            if (event.target.value.trim() !== "") onTyping();
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const image = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
            if (image === undefined) return;
            event.preventDefault();
            void attach(image);
          }}
          className="min-h-7 flex-1 resize-none border-0 bg-transparent px-1.5 py-1 text-body text-ink outline-none placeholder:text-ink-3 disabled:cursor-not-allowed touch:text-input"
        />
        <button
          type="button"
          aria-label="Send"
          disabled={isLocked || text.trim() === ""}
          onClick={send}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-chip bg-brand text-on-brand hover:bg-brand-hover disabled:cursor-not-allowed disabled:bg-press disabled:text-ink-3 touch:size-10"
        >
          <ArrowUp aria-hidden className="size-4" />
        </button>
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="m-0 text-note text-danger-text">
          {problem}
        </p>
      )}
    </div>
  );
}

async function toBase64(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("The image could not be read.")));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(",") + 1);
}
