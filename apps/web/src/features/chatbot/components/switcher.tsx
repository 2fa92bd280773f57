import type { Conversation } from "@forestay/contracts/wire";
import { ChevronDown } from "lucide-react";
import { DropdownMenu, MenuItem, MenuLink } from "@/components/ui/dropdown-menu.tsx";

interface SwitcherProps {
  title: string;
  others: readonly Conversation[];
  onChoose: (conversation: Conversation) => void;
  onNew: () => void;
}

/** The conversation that is open, and the way to another. */
export function Switcher({ title, others, onChoose, onNew }: SwitcherProps) {
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          className="flex max-w-full items-center gap-1 rounded-tag text-body font-strong text-ink hover:text-brand-text touch:min-h-11"
        >
          <span className="truncate">{title}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
          <span className="sr-only">, other conversations</span>
        </button>
      }
    >
      {others.map((one) => (
        <MenuItem key={one.id} onSelect={() => onChoose(one)}>
          <span className="min-w-0 flex-1 truncate">{one.title}</span>
          {one.unreadCount > 0 ? (
            <span className="text-note text-brand-text">{one.unreadCount} new</span>
          ) : null}
        </MenuItem>
      ))}
      <MenuItem onSelect={onNew}>New conversation</MenuItem>
      <MenuLink to="/app/conversations">All conversations</MenuLink>
    </DropdownMenu>
  );
}
