import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { Button } from "./button.tsx";

interface UndoLineProps {
  /** What was just said or done. */
  children: ReactNode;
  pending: boolean;
  onUndo: () => void;
  className?: string;
}

/** What was just said of one of a list, beside the list that it left, with a way back. */
export function UndoLine({ children, pending, onUndo, className }: UndoLineProps) {
  return (
    <div
      role="status"
      className={cn(
        "flex items-center justify-between gap-4 bg-sunken px-4 py-2 text-ui text-ink-2 md:px-5",
        className,
      )}
    >
      <span className="min-w-0 break-words">{children}</span>
      <Button size="sm" pending={pending} pendingLabel="Undoing..." onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
