import type { User } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";

/** Both roles: of the platform solid, of the company outlined. */
export function RoleBadges({ user }: { user: User }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Tag tone={user.platformRole === "User" ? "neutral" : "solid"}>{user.platformRole}</Tag>
      {user.companyRole === null ? null : <Tag tone="outline">{user.companyRole}</Tag>}
    </span>
  );
}
