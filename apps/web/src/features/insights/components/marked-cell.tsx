import { useState } from "react";
import type { ReactNode } from "react";
import { MarkList } from "@/components/criteria/save-marks.tsx";
import type { Mark } from "@/components/criteria/save-marks.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { usePolicy } from "@/lib/auth/index.ts";

interface MarkedCellProps {
  marks: readonly Mark[];
  /** Which it is, for a reader. */
  name: string;
  /** One of a row's: by keyboard the row's head offers all of them, so that a table is not three hundred stops. */
  isCell?: boolean;
  children: ReactNode;
}

/** A cell that opens who it stands for; as it is where no rule can say that. */
export function MarkedCell({ marks, name, isCell = false, children }: MarkedCellProps) {
  const [isOpen, setOpen] = useState(false);
  const maySave = usePolicy("segments:write");
  if (marks.length === 0) return isCell ? <span className="block px-1.5 py-1">{children}</span> : children;
  const button = (
    <button
      type="button"
      tabIndex={isCell ? -1 : undefined}
      aria-haspopup="dialog"
      onClick={isOpen ? undefined : () => setOpen(true)}
      className={
        isCell
          ? "block w-full cursor-pointer rounded-check px-1.5 py-1 text-right hover:outline-1 hover:outline-brand"
          : "cursor-pointer rounded-check py-1 underline decoration-brand-line underline-offset-4 hover:decoration-brand"
      }
    >
      {children}
    </button>
  );
  if (!isOpen) return button;
  return (
    <Popover
      label={`Customers of ${name}`}
      open
      onOpenChange={setOpen}
      focusPanel
      className="w-96 max-w-[calc(100vw-24px)] p-0"
      trigger={button}
    >
      <MarkList marks={marks} maySave={maySave} />
    </Popover>
  );
}
