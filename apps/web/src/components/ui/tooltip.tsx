import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Once, at the root: one delay for all tooltips, none between neighbours. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={350} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  );
}

interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

/** A short explanation on hover and focus. Never the only place where something is said. */
export function Tooltip({ content, children, side = "bottom" }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-80 max-w-72 animate-pop rounded-control border border-line bg-raised px-2.5 py-1.5 text-small font-regular text-ink shadow-lg"
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
