import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { useReturnedFocus } from "@/hooks/use-returned-focus.ts";
import { IconButton } from "./icon-button.tsx";
import { PartBoundary } from "./part-boundary.tsx";

interface SidePanelProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One row of a list in full, beside the list: 440 wide at the right, the whole width of a phone; focus is given back on close. */
export function SidePanel({ onClose, title, description, children }: SidePanelProps) {
  const returnedFocus = useReturnedFocus();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-70 animate-fade bg-scrim" />
        <Primitive.Content
          {...returnedFocus}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className="fixed inset-y-0 right-0 z-70 flex w-110 max-w-full animate-side flex-col overflow-y-auto border-l border-line bg-raised text-ink shadow-lg outline-none"
        >
          <header className="flex flex-col gap-1 border-b border-line px-6 pt-5 pr-14 pb-4">
            <Primitive.Title className="m-0 text-lead font-strong tracking-[-0.012em]">
              {title}
            </Primitive.Title>
            {description === undefined ? null : (
              <Primitive.Description className="m-0 text-ui text-ink-2">{description}</Primitive.Description>
            )}
          </header>
          <div className="px-6 py-5">
            <PartBoundary>{children}</PartBoundary>
          </div>
          <Primitive.Close asChild>
            <IconButton label="Close" size="sm" tooltip={false} className="absolute top-4.5 right-4">
              <X />
            </IconButton>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
