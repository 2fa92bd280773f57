import {
  BookOpen,
  ChevronDown,
  ClipboardCheck,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  Moon,
  Sun,
  UserRound,
} from "lucide-react";
import { Avatar } from "@/components/ui/avatar.tsx";
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/dropdown-menu.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { useTheme } from "@/hooks/use-theme.ts";
import { displayName, useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { RoleBadges } from "./role-badges.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** Who is signed in, and what they can do about it. */
export function UserMenu() {
  const user = useCurrentUser();
  const isMobile = useIsMobile();
  const { theme, toggleTheme } = useTheme();
  const { signOut, isPending } = useSignOut();
  const name = displayName(user);
  const mayWork = usePolicy("customers:read");

  const leave = (event: Event) => {
    // The menu stays open to show 'Signing out...'.
    event.preventDefault();
    signOut();
  };

  return (
    <DropdownMenu
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex h-10 items-center gap-2.5 rounded-control px-1.5 text-ink hover:bg-press data-[state=open]:bg-press touch:h-11"
        >
          <Avatar name={name} id={user.id} />
          <span className="sr-only">Account: </span>
          <span className="max-w-48 truncate text-ui font-emphasis max-md:sr-only">{name}</span>
          <span className="hidden room:inline-flex">
            <RoleBadges user={user} />
          </span>
          <ChevronDown aria-hidden className="hidden size-4 text-ink-3 md:inline" />
        </button>
      }
    >
      <div className="flex flex-col gap-1 px-2.5 pt-2 pb-2">
        <span className="truncate text-ui font-strong text-ink">{name}</span>
        {name === user.email ? null : <span className="truncate text-note text-ink-2">{user.email}</span>}
        <span className="room:hidden">
          <RoleBadges user={user} />
        </span>
      </div>
      <MenuSeparator />
      <MenuLink to="/app/settings?section=profile" icon={<UserRound />}>
        Account Settings
      </MenuLink>
      <MenuLink to="/app" icon={<LayoutDashboard />}>
        Dashboard
      </MenuLink>
      {mayWork ? (
        <MenuLink to="/app/work" icon={<ClipboardCheck />}>
          My work
        </MenuLink>
      ) : null}
      <MenuLink to="/app/docs/getting-started" icon={<BookOpen />}>
        Documentation
      </MenuLink>
      <MenuLink to="/app/support" icon={<LifeBuoy />}>
        Help &amp; Support
      </MenuLink>
      {isMobile ? (
        <MenuItem
          icon={theme === "dark" ? <Sun /> : <Moon />}
          onSelect={(event) => {
            event.preventDefault();
            toggleTheme();
          }}
        >
          {theme === "dark" ? "Light theme" : "Dark theme"}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={leave} disabled={isPending}>
        {isPending ? "Signing out..." : "Sign Out"}
      </MenuItem>
    </DropdownMenu>
  );
}
