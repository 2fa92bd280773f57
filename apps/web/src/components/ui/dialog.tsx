import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnedFocus } from "@/hooks/use-returned-focus.ts";
import { cn } from "@/lib/style/cn.ts";
import { IconButton } from "./icon-button.tsx";
import { PartBoundary } from "./part-boundary.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Actions, right-aligned; the primary one last. */
  footer?: ReactNode;
  className?: string | undefined;
}

/** A question that must be answered first: 460 wide, scrolling locked, focus inside and given back on close. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  const returnedFocus = useReturnedFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-70 grid animate-fade place-items-center overflow-y-auto bg-scrim p-4">
          <Primitive.Content
            {...returnedFocus}
            {...(description === undefined ? { "aria-describedby": undefined } : {})}
            className={cn(
              "relative w-full max-w-115 animate-dialog rounded-dialog border border-line bg-raised text-ink shadow-lg",
              className,
            )}
          >
            <header className="flex flex-col gap-1 px-6 pt-5 pr-14">
              <Primitive.Title className="m-0 text-lead font-strong tracking-[-0.012em]">
                {title}
              </Primitive.Title>
              {description === undefined ? null : (
                <Primitive.Description className="m-0 text-ui text-ink-2">
                  {description}
                </Primitive.Description>
              )}
            </header>
            <div className="px-6 py-4">
              <PartBoundary>{children}</PartBoundary>
            </div>
            {footer === undefined ? null : (
              <footer className="flex flex-wrap justify-end gap-2 px-6 pb-5">{footer}</footer>
            )}
            {/* Last in order, so that opening focuses the first field and not the way out. */}
            <Primitive.Close asChild>
              <IconButton label="Close" size="sm" tooltip={false} className="absolute top-4.5 right-4">
                <X />
              </IconButton>
            </Primitive.Close>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const DialogClose = Primitive.Close;
