import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/format/index.ts";
import { IconButton } from "./icon-button.tsx";

interface BulkBarProps {
  count: number;
  /** Beside the count: '$159,855 lifetime value'. */
  detail?: ReactNode;
  /** Buttons of variant 'inverse'. */
  actions: ReactNode;
  onClear: () => void;
}

/**
 * Floats in the page's bottom gutter while rows are selected, and keeps 72px of the page free below the rows.
 * Announces the count to a reader.
 */
export function BulkBar({ count, detail, actions, onClear }: BulkBarProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {count === 0 ? "Nothing selected" : `${formatCount(count)} selected`}
      </p>
      {count === 0 ? null : (
        <>
          <div aria-hidden className="h-18" />
          <div
            role="toolbar"
            aria-label="Actions for the selection"
            className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-2rem)] animate-rise flex-wrap items-center gap-x-3 gap-y-1 rounded-sheet bg-ink py-1.5 pr-2 pl-4 text-canvas shadow-lg md:left-[316px] md:max-wide:right-21"
          >
            <span className="text-ui font-strong tabular">{formatCount(count)} selected</span>
            {detail === undefined ? null : <span className="text-ui text-canvas/75">{detail}</span>}
            <span aria-hidden className="h-6 w-px bg-canvas/20 max-wide:hidden" />
            <span className="flex flex-wrap items-center">{actions}</span>
            <span aria-hidden className="h-6 w-px bg-canvas/20 max-wide:hidden" />
            <IconButton
              label="Clear selection"
              variant="inverse"
              onClick={onClear}
              className="max-wide:absolute max-wide:top-1 max-wide:right-1"
            >
              <X />
            </IconButton>
          </div>
        </>
      )}
    </>
  );
}
