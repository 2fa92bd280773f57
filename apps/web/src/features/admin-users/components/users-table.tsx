import type { AdminUser } from "@forestay/contracts/wire";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListTable } from "@/components/list/list-table.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { displayName } from "@/lib/auth/index.ts";
import { formatRelative, MISSING } from "@/lib/format/index.ts";
import { UserStatus } from "./user-status.tsx";

const columns: readonly ListColumn<AdminUser>[] = [
  {
    id: "name",
    header: "Name",
    cell: (user) => (
      <span className="flex items-center gap-3">
        <Avatar name={displayName(user)} id={user.id} />
        <span className="min-w-0">
          <NameLink user={user} />
          {displayName(user) === user.email ? null : (
            <span className="block truncate text-note text-ink-2">{user.email}</span>
          )}
        </span>
      </span>
    ),
  },
  { id: "platformRole", header: "Platform role", cell: (user) => <PlatformRoleTag user={user} /> },
  { id: "company", header: "Company", cell: ({ companyName }) => companyName ?? MISSING },
  { id: "companyRole", header: "Company role", cell: ({ companyRole }) => companyRole ?? MISSING },
  {
    id: "lastSeen",
    header: "Last seen",
    cellClassName: "whitespace-nowrap",
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? "Never" : formatRelative(lastSeenAt)),
  },
  { id: "status", header: "Status", cell: (user) => <UserStatus user={user} /> },
];

/** People of the platform, one a row; two lines each on a small screen. */
export function UsersTable({ users, isStale }: { users: readonly AdminUser[]; isStale: boolean }) {
  return (
    <ListTable
      label="Users"
      columns={columns}
      rows={users}
      idOf={({ id }) => id}
      pathOf={addressOf}
      rowClassName="h-13"
      isStale={isStale}
      mobileRow={(user) => (
        <MobileRow
          to={addressOf(user)}
          lead={<Avatar name={displayName(user)} id={user.id} />}
          title={<NameLink user={user} />}
          detail={[user.email, user.companyName].filter(Boolean).join(" · ")}
          value={
            <span className="flex flex-col items-end gap-1 text-note">
              <PlatformRoleTag user={user} />
              <UserStatus user={user} />
            </span>
          }
        />
      )}
    />
  );
}

function addressOf(user: AdminUser): string {
  return `/app/admin/users/${user.id}`;
}

function NameLink({ user }: { user: AdminUser }) {
  return (
    <Link to={addressOf(user)} className="rounded-check font-strong text-ink no-underline hover:underline">
      {displayName(user)}
    </Link>
  );
}

function PlatformRoleTag({ user }: { user: AdminUser }) {
  return <Tag tone={user.platformRole === "User" ? "outline" : "solid"}>{user.platformRole}</Tag>;
}
