import type { AdminUser } from "@forestay/contracts/wire";
import { StatusDot } from "@/components/ui/tag.tsx";

/** Whether the person can sign in, and whether they have set themselves up. */
export function UserStatus({ user }: { user: Pick<AdminUser, "isActive" | "onboardingCompleted"> }) {
  if (!user.isActive) return <StatusDot tone="hollow">Deactivated</StatusDot>;
  if (!user.onboardingCompleted) return <StatusDot tone="warning">Setting up</StatusDot>;
  return <StatusDot tone="ok">Active</StatusDot>;
}
