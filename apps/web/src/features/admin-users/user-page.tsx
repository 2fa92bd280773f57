import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { FactStrip, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { displayName, useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { formatRelative, formatShortDate, MISSING } from "@/lib/format/index.ts";
import { adminUserQueries } from "./api/user-queries.ts";
import type { UserDetail } from "./api/user-queries.ts";
import { DeleteUser } from "./components/delete-user.tsx";
import { DeleteWithCompany } from "./components/delete-with-company.tsx";
import { StaffOnly } from "@/components/staff-only.tsx";
import { UserAudit } from "./components/user-audit.tsx";
import { UserRoles } from "./components/user-roles.tsx";
import { UserSessions } from "./components/user-sessions.tsx";
import { UserStatus } from "./components/user-status.tsx";

const users = { label: "Users", to: "/app/admin/users" };

/** /app/admin/users/{id}: one person: facts, roles, sessions, what happened; delete last. */
export function UserPage() {
  const { userId = "" } = useParams();
  return (
    <StaffOnly title="User">
      <UserById key={userId} userId={userId} />
    </StaffOnly>
  );
}

function UserById({ userId }: { userId: string }) {
  const user = useQuery(adminUserQueries.detail(userId));
  return (
    <RecordPage
      query={user}
      noun="person"
      parents={[users]}
      listLabel="All users"
      whyMissing="The link may be old, or the person was deleted."
      skeleton={<UserSkeleton />}
    >
      {(record) => <UserContent user={record} />}
    </RecordPage>
  );
}

function UserContent({ user }: { user: UserDetail }) {
  const me = useCurrentUser();
  const isAdmin = usePolicy("admin:system");
  const locked = !isAdmin && user.platformRole === "Admin";
  const name = displayName(user);
  return (
    <>
      <PageHeader
        breadcrumb={[users, { label: name }]}
        lead={<Avatar name={name} id={user.id} size={44} />}
        title={name}
        subtitle={name === user.email ? undefined : user.email}
        tag={user.platformRole === "User" ? undefined : <Tag tone="solid">{user.platformRole}</Tag>}
      />
      <Sheet>
        <SheetRow>
          <FactStrip
            facts={[
              { label: "Status", value: <UserStatus user={user} /> },
              { label: "Company", value: user.companyName ?? MISSING },
              { label: "Company role", value: user.companyRole ?? MISSING },
              { label: "Two-factor", value: user.twoFactorEnabled ? "On" : "Off" },
              { label: "Joined", value: formatShortDate(user.createdAt) },
              {
                label: "Last seen",
                value: user.lastSeenAt === null ? "Never" : formatRelative(user.lastSeenAt),
              },
            ]}
          />
        </SheetRow>
        <SheetRow className="overflow-visible">
          <UserRoles user={user} isOnlyMember={user.onlyMemberOf !== null} />
        </SheetRow>
        <SheetRow columns="1fr 1fr">
          <UserSessions user={user} locked={locked} />
          <UserAudit audit={user.audit} />
        </SheetRow>
        {locked || user.id === me.id ? null : (
          <SheetRow>
            {user.onlyMemberOf === null ? (
              <DeleteUser user={user} />
            ) : (
              <DeleteWithCompany user={user} company={user.onlyMemberOf} />
            )}
          </SheetRow>
        )}
      </Sheet>
    </>
  );
}

function UserSkeleton() {
  return (
    <Sheet className="mt-20">
      <div className="grid h-17 grid-cols-3 items-center gap-8 px-5">
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
      <div className="h-80 border-t border-line" />
    </Sheet>
  );
}
