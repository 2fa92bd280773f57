import { X } from "lucide-react";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { Popover } from "./popover.tsx";

interface ChipFilterProps {
  /** What is filtered: 'Risk'. */
  field: string;
  /** The choice in words: 'over $5,000'. */
  value: ReactNode;
  /** What is wrong with it, said below the chip. */
  problem?: string | undefined;
  onRemove: () => void;
  /** Editing controls, shown in a popover; gets the way to close it. */
  editor: (close: () => void) => ReactNode;
}

/** A filter in force: field, value and remove, split by rules; edited in a popover. */
export function ChipFilter({ field, value, problem, onRemove, editor }: ChipFilterProps) {
  const [open, setOpen] = useState(false);
  const problemId = useId();
  const chip = (
    <span
      className={cn(
        "inline-flex h-7 max-w-full items-stretch divide-x divide-line-strong rounded-chip border bg-sheet text-note touch:h-10",
        problem === undefined ? "border-line-strong" : "border-danger",
      )}
    >
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`Filter by ${field}`}
        trigger={
          <button
            type="button"
            aria-describedby={problem === undefined ? undefined : problemId}
            className="inline-flex min-w-0 items-stretch divide-x divide-line-strong rounded-l-chip hover:bg-hover"
          >
            <span className="flex items-center px-2 text-ink-2">{field}</span>
            <span className="flex min-w-0 items-center gap-1.5 truncate px-2 font-emphasis text-ink">
              {value}
            </span>
          </button>
        }
      >
        {editor(() => setOpen(false))}
      </Popover>
      <button
        type="button"
        aria-label={`Remove filter: ${field}`}
        onClick={onRemove}
        className="inline-flex w-7 items-center justify-center rounded-r-chip text-ink-2 hover:bg-hover hover:text-ink touch:w-10"
      >
        <X aria-hidden className="size-3.5" strokeWidth={2} />
      </button>
    </span>
  );
  // The same tree with a problem and without: the chip keeps the focus, and its editor what is typed.
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-1">
      {chip}
      {problem === undefined ? null : (
        <span id={problemId} className="text-note text-danger-text">
          {problem}
        </span>
      )}
    </span>
  );
}
