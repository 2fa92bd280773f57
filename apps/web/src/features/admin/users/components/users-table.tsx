import type { AdminUser } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { displayName } from "@/lib/auth/index.ts";
import { formatRelative, MISSING } from "@/lib/format/index.ts";
import { UserStatus } from "./user-status.tsx";

interface UsersTableProps {
  users: readonly AdminUser[];
  busy: boolean;
}

/** People of the platform, one a row; two lines each on a small screen. */
export function UsersTable({ users, busy }: UsersTableProps) {
  const isMobile = useIsMobile();
  if (isMobile) {
    return (
      <MobileRows label="Users">
        {users.map((user) => (
          <MobileRow
            key={user.id}
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
        ))}
      </MobileRows>
    );
  }
  return (
    <DataTable label="Users" busy={busy}>
      <thead>
        <tr>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell>Platform role</HeaderCell>
          <HeaderCell>Company</HeaderCell>
          <HeaderCell>Company role</HeaderCell>
          <HeaderCell>Last seen</HeaderCell>
          <HeaderCell>Status</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} to={addressOf(user)} className="h-13">
            <DataCell>
              <span className="flex items-center gap-3">
                <Avatar name={displayName(user)} id={user.id} />
                <span className="min-w-0">
                  <NameLink user={user} />
                  {displayName(user) === user.email ? null : (
                    <span className="block truncate text-note text-ink-2">{user.email}</span>
                  )}
                </span>
              </span>
            </DataCell>
            <DataCell>
              <PlatformRoleTag user={user} />
            </DataCell>
            <DataCell>{user.companyName ?? MISSING}</DataCell>
            <DataCell>{user.companyRole ?? MISSING}</DataCell>
            <DataCell className="whitespace-nowrap">
              {user.lastSeenAt === null ? "Never" : formatRelative(user.lastSeenAt)}
            </DataCell>
            <DataCell>
              <UserStatus user={user} />
            </DataCell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

const addressOf = (user: AdminUser) => `/app/admin/users/${user.id}`;

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
