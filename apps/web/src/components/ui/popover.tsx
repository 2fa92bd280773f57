import { Popover as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { PartBoundary } from "./part-boundary.tsx";

interface PopoverProps {
  trigger: ReactNode;
  /** Names the panel for a reader. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  /** Pixels away from the aligned edge. */
  alignOffset?: number;
  /** The panel itself takes the focus, not its first control: a reader hears its name, and no tooltip opens. */
  focusPanel?: boolean;
  /** Prevent its default to keep the focus from going back to the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
  className?: string | undefined;
}

/** A small panel at its trigger: closes on Escape and on a press outside, and gives the focus back. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = "start",
  alignOffset = 0,
  focusPanel = false,
  onCloseAutoFocus,
  className,
}: PopoverProps) {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          alignOffset={alignOffset}
          onOpenAutoFocus={(event) => {
            if (!focusPanel) return;
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            "z-50 max-h-(--radix-popover-content-available-height) w-72 animate-pop overflow-y-auto rounded-sheet border border-line bg-raised p-3 text-ui text-ink shadow-lg outline-none",
            className,
          )}
        >
          <PartBoundary>{children}</PartBoundary>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
