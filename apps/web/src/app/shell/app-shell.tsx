import { lazy, Suspense } from "react";
import { Link, Outlet } from "react-router";
import { PartBoundary } from "@/components/ui/part-boundary.tsx";
import { Wordmark } from "@/components/ui/wordmark.tsx";
import { NotificationBell } from "@/features/notifications/notification-bell.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { LiveSession } from "../live-session.tsx";
import { CompanyPanel } from "./company-panel.tsx";
import { DataSources } from "./data-sources.tsx";
import { Drawer } from "./drawer.tsx";
import { SearchBox } from "./search-box.tsx";
import { SideNav } from "./side-nav.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { UserMenu } from "./user-menu.tsx";

const ChatWidget = lazy(async () => ({
  default: (await import("@/features/chatbot/chat-widget.tsx")).ChatWidget,
}));
const DeletionNotice = lazy(async () => ({
  default: (await import("@/features/settings/deletion-notice.tsx")).DeletionNotice,
}));

const StaffPresence = lazy(async () => ({
  default: (await import("@/features/support/staff-presence.tsx")).StaffPresence,
}));

/** Grid of 300px and the rest: navigation, top bar, page. Up to 768px the navigation is a drawer. */
export function AppShell() {
  const isMobile = useIsMobile();
  const { company } = useCurrentUser();
  return (
    <div className="min-h-dvh bg-canvas md:grid md:grid-cols-[300px_minmax(0,1fr)]">
      <LiveSession />
      <UnsavedGuard />
      {isMobile ? null : (
        <div className="sticky top-0 flex h-dvh flex-col justify-between overflow-y-auto border-r border-line">
          <SideNav>
            <HomeLink className="h-14 px-2" />
          </SideNav>
          <div>
            <DataSources />
            <CompanyPanel />
          </div>
        </div>
      )}
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b border-line bg-canvas px-3 md:px-8">
          <Drawer />
          <HomeLink className="md:hidden" />
          <SearchBox />
          <div className="flex items-center gap-2.5 md:ml-auto">
            <NotificationBell />
            {isMobile ? null : <ThemeButton />}
            <UserMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="w-full max-w-346 flex-1 px-4 pt-5 pb-24 md:px-8 md:pt-6">
          {company === null ? null : (
            <PartBoundary fallback={() => null}>
              <Suspense>
                <DeletionNotice />
              </Suspense>
            </PartBoundary>
          )}
          <Outlet />
        </main>
      </div>
      <Suspense>
        <ChatWidget />
      </Suspense>
      <Authorize policy="support:claim">
        <PartBoundary fallback={() => null}>
          <Suspense>
            <StaffPresence />
          </Suspense>
        </PartBoundary>
      </Authorize>
    </div>
  );
}

function HomeLink({ className }: { className: string }) {
  return (
    <Link
      to="/app"
      className={cn(
        "flex items-center rounded-control no-underline -outline-offset-4 touch:min-h-11",
        className,
      )}
    >
      <Wordmark />
      <span className="sr-only">, home</span>
    </Link>
  );
}
