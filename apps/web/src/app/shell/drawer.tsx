import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useLocation } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Wordmark } from "@/components/ui/wordmark.tsx";
import { displayName, useCurrentUser } from "@/lib/auth/index.ts";
import { CompanyPanel } from "./company-panel.tsx";
import { DataSources } from "./data-sources.tsx";
import { RoleBadges } from "./role-badges.tsx";
import { SideNav } from "./side-nav.tsx";
import { ThemeButton } from "./theme-button.tsx";

/** The side navigation on small screens: focus trapped, scrim, closes on route change. */
export function Drawer() {
  const { pathname } = useLocation();
  // Open is a fact about one path: another path is another page, so the drawer is closed there.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const setOpen = (next: boolean) => setOpenAt(next ? pathname : null);
  const user = useCurrentUser();
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label="Open navigation" tooltip={false} className="-ml-1.5 md:hidden">
          <Menu />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-60 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-60 flex w-75 max-w-[calc(100vw-3rem)] animate-drawer flex-col border-r border-line bg-canvas outline-none"
        >
          <Dialog.Title className="sr-only">Navigation</Dialog.Title>
          <div className="flex h-14 items-center justify-between pr-3 pl-5.5">
            <Wordmark />
            <Dialog.Close asChild>
              <IconButton label="Close" tooltip={false}>
                <X />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="flex-1 overflow-y-auto">
            {/* A press on the current page's own link changes no route, and should close all the same. */}
            <SideNav onNavigate={() => setOpen(false)} />
          </div>
          <DataSources onNavigate={() => setOpen(false)} />
          <CompanyPanel />
          <div className="flex items-center gap-3 border-t border-line p-4">
            <Avatar name={displayName(user)} id={user.id} />
            <div className="min-w-0 flex-1">
              <p className="m-0 truncate text-body font-strong text-ink">{displayName(user)}</p>
              <RoleBadges user={user} />
            </div>
            <ThemeButton />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
