import {
  Activity,
  Headphones,
  Layers,
  LayoutDashboard,
  Lightbulb,
  ListChecks,
  MessageSquare,
  Send,
  RotateCcw,
  Settings,
  UserCog,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { lazy } from "react";
import type { ComponentType } from "react";
import { CustomerCount } from "./customer-count.tsx";

const SupportWaiting = lazy(async () => ({
  default: (await import("./support-waiting.tsx")).SupportWaiting,
}));

const SupportSaid = lazy(async () => ({ default: (await import("./support-said.tsx")).SupportSaid }));

export interface NavItem {
  to: `/app${string}`;
  label: string;
  icon: LucideIcon;
  /** At the right of the label. */
  Count?: ComponentType;
}

/** Every item in its order, each from the day its screen exists: no door leads nowhere. */
export const navItems: readonly NavItem[] = [
  { to: "/app", label: "Dashboard", icon: LayoutDashboard },
  { to: "/app/customers", label: "Customers", icon: Users, Count: CustomerCount },
  { to: "/app/segments", label: "Segments", icon: Layers },
  { to: "/app/campaigns", label: "Campaigns", icon: Send },
  { to: "/app/recovery", label: "Recovery", icon: RotateCcw },
  { to: "/app/insights", label: "Insights", icon: Lightbulb },
  { to: "/app/conversations", label: "Conversations", icon: MessageSquare, Count: SupportSaid },
  { to: "/app/settings", label: "Settings", icon: Settings },
];

/** For platform Admins and Moderators only. */
export const adminNavItems: readonly NavItem[] = [
  { to: "/app/admin/users", label: "Users", icon: UserCog },
  { to: "/app/admin/support", label: "Support Dashboard", icon: Headphones, Count: SupportWaiting },
  { to: "/app/admin/waiting-list", label: "Waiting List", icon: ListChecks },
  { to: "/app/admin/connection-diagnostics", label: "Connection Diagnostics", icon: Activity },
];

/** A link is active when the path equals its target or starts with it, except for /app itself. */
export function isNavItemActive(to: string, pathname: string): boolean {
  return to === "/app" ? pathname === to : pathname.startsWith(to);
}
