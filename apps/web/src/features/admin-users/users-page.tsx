import { platformRoles } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { adminUserQueries } from "./api/user-queries.ts";
import { StaffOnly } from "@/components/staff-only.tsx";
import { UsersTable } from "./components/users-table.tsx";

const pageSize = 25;
const anyRole = "any";
const roleOptions = [
  { value: anyRole, label: "Any platform role" },
  ...platformRoles.map((role) => ({ value: role, label: role })),
];

const userListState = defineUrlState({
  search: text(),
  role: choice(platformRoles),
  page: pageNumber(),
});

/** /app/admin/users: all people of the platform; search, role and page stand in the URL. */
export function UsersPage() {
  return (
    <StaffOnly title="Users">
      <Users />
    </StaffOnly>
  );
}

function Users() {
  const [view, change] = useUrlState(userListState);
  const { search, role, page } = view;
  const list = useQuery(
    adminUserQueries.list({
      page,
      pageSize,
      ...(search === "" ? {} : { searchTerm: search }),
      ...(role === undefined ? {} : { role }),
    }),
  );
  const isFiltered = search !== "" || role !== undefined;
  return (
    <>
      <PageHeader
        title="Users"
        subtitle={
          list.data === undefined
            ? undefined
            : `${formatCounted(list.data.totalCount, isFiltered ? "match" : "person", isFiltered ? "matches" : "people")}`
        }
      />
      <Sheet>
        <ListToolbar>
          <SearchField
            label="Search users by name or e-mail"
            placeholder="Name or e-mail"
            value={search}
            onSearch={(text) => change({ search: text })}
            className="md:w-64"
          />
          <Select
            label="Platform role"
            size="sm"
            className="w-44"
            options={roleOptions}
            value={role ?? anyRole}
            onChange={(value) => change({ role: platformRoles.find((one) => one === value) })}
          />
        </ListToolbar>
        <ListFrame
          query={list}
          noun="users"
          failed="Users did not load"
          skeleton={<ListSkeleton rows={8} hasAvatar rowClassName="md:h-13" />}
          empty={
            <NoResults
              title="Nobody matches"
              action={<Button onClick={() => change({ search: "", role: undefined })}>Show everybody</Button>}
            />
          }
          onPage={(next) => change({ page: next })}
        >
          {({ items }, isStale) => <UsersTable users={items} isStale={isStale} />}
        </ListFrame>
      </Sheet>
    </>
  );
}
