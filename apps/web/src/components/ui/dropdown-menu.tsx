import { DropdownMenu as Primitive } from "radix-ui";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cn } from "@/lib/style/cn.ts";

interface DropdownMenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "center" | "end";
  className?: string | undefined;
}

/** Actions behind a button. */
export function DropdownMenu({ trigger, children, align = "end", className }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  // A menu at the end of the body would be outside every landmark. A dialog traps the focus and clips: there it is left.
  const findLandmark = (open: boolean) => {
    const from = button.current;
    if (open) setLandmark(from?.closest("[role=dialog]") ? null : (from?.closest("header, main") ?? null));
  };
  return (
    // Not modal: the page behind keeps its scroll bar, so nothing shifts.
    <Primitive.Root modal={false} onOpenChange={findLandmark}>
      <Primitive.Trigger asChild ref={button}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={landmark}>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-pop overflow-y-auto rounded-sheet border border-line bg-raised p-1 shadow-lg",
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const itemClasses =
  "flex h-8.5 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 text-ui font-medium text-ink outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-press touch:h-11 [&_svg]:size-4 [&_svg]:text-ink-2";

interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: (event: Event) => void;
  disabled?: boolean;
  danger?: boolean;
}

export function MenuItem({ icon, children, onSelect, disabled = false, danger = false }: MenuItemProps) {
  return (
    <Primitive.Item
      onSelect={onSelect}
      disabled={disabled}
      className={cn(
        itemClasses,
        danger && "text-danger-text data-highlighted:bg-danger-tint [&_svg]:text-danger-text",
      )}
    >
      {icon}
      {children}
    </Primitive.Item>
  );
}

export function MenuLink({ icon, children, to }: { icon?: ReactNode; children: ReactNode; to: string }) {
  return (
    <Primitive.Item asChild className={itemClasses}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </Primitive.Item>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="mx-1 my-1 h-px bg-line" />;
}
