import { X } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Popover } from "./popover.tsx";

interface ChipFilterProps {
  /** What is filtered: 'Risk'. */
  field: string;
  /** The choice in words: 'over $5,000'. */
  value: ReactNode;
  onRemove: () => void;
  /** Editing controls, shown in a popover; gets the way to close it. */
  editor: (close: () => void) => ReactNode;
}

/** A filter in force: field, value and remove, split by rules; edited in a popover. */
export function ChipFilter({ field, value, onRemove, editor }: ChipFilterProps) {
  const [open, setOpen] = useState(false);
  return (
    <span className="inline-flex h-7 max-w-full items-stretch divide-x divide-line-strong rounded-chip border border-line-strong bg-sheet text-note touch:h-10">
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={`Filter by ${field}`}
        trigger={
          <button
            type="button"
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
}
