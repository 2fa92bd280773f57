import type { User } from "@forestay/contracts/auth";
import { Tag } from "@/components/ui/tag.tsx";

/** Platform role solid, company role outlined. A platform role of User says nothing, so it is left out. */
export function RoleBadges({ user }: { user: User }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {user.platformRole === "User" ? null : <Tag tone="solid">{user.platformRole}</Tag>}
      {user.companyRole === null ? null : <Tag tone="outline">{user.companyRole}</Tag>}
    </span>
  );
}
