import { Suspense } from "react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Link, useLocation } from "react-router";
import { usePolicy } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { adminNavItems, isNavItemActive, navItems } from "./nav-items.ts";
import type { NavItem } from "./nav-items.ts";

/** The navigation "Main": the same list in the side column and in the drawer. */
export function SideNav({ onNavigate, children }: { onNavigate?: () => void; children?: ReactNode }) {
  const isPlatformStaff = usePolicy("admin:platform");
  return (
    <nav aria-label="Main" className="px-3.5">
      {children}
      <NavList items={navItems} onNavigate={onNavigate} />
      {isPlatformStaff ? (
        <>
          <p id="admin-nav" className="m-0 -mb-1.5 px-2.5 pt-2 text-note font-emphasis text-ink-2">
            Admin
          </p>
          <NavList items={adminNavItems} onNavigate={onNavigate} labelledBy="admin-nav" />
        </>
      ) : null}
    </nav>
  );
}

function NavList({
  items,
  onNavigate,
  labelledBy,
}: {
  items: readonly NavItem[];
  onNavigate: (() => void) | undefined;
  labelledBy?: string;
}) {
  return (
    <ul aria-labelledby={labelledBy} className="m-0 flex list-none flex-col gap-0.5 p-0 py-3">
      {items.map((item) => (
        <li key={item.to}>
          <NavItemLink item={item} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

function NavItemLink({ item, onNavigate }: { item: NavItem; onNavigate: (() => void) | undefined }) {
  const { to, label, icon: Icon, Count } = item;
  const { pathname } = useLocation();
  const active = isNavItemActive(to, pathname);
  return (
    <Link
      to={to}
      aria-current={active ? "page" : undefined}
      onClick={onNavigate}
      className={cn(
        "flex h-9 items-center gap-3 rounded-control border px-2.5 text-body font-medium no-underline transition-colors duration-120 touch:h-11",
        active
          ? "border-line bg-sheet font-strong text-ink shadow-xs"
          : "border-transparent text-ink-2 hover:bg-press hover:text-ink",
      )}
    >
      <Icon aria-hidden className={cn("size-4.5 shrink-0", active ? "text-brand" : "text-ink-3")} />
      {label}
      {Count === undefined ? null : (
        // A number that cannot be loaded takes no page with it; the first load has no room for more than its absence.
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <Count />
          </Suspense>
        </ErrorBoundary>
      )}
    </Link>
  );
}
