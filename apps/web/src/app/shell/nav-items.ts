import { Users } from "lucide-react";
import type { LucideIcon } from "lucide-react";

export interface NavItem {
  to: `/app${string}`;
  label: string;
  icon: LucideIcon;
}

/** The spec's items in the spec's order, each from the day its screen exists (decision 19). */
export const navItems: readonly NavItem[] = [{ to: "/app/customers", label: "Customers", icon: Users }];

/** A link is active when the path is its target or lies below it, except for /app itself (spec section 2). */
export function isNavItemActive(to: string, pathname: string): boolean {
  if (pathname === to) return true;
  return to !== "/app" && pathname.startsWith(`${to}/`);
}
