import { platformRoles } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCounted } from "@/lib/format/index.ts";
import { adminUserQueries } from "./api/user-queries.ts";
import { StaffOnly } from "./components/staff-only.tsx";
import { UsersTable } from "./components/users-table.tsx";
import { useUserListView } from "./hooks/user-list-view.ts";

const pageSize = 25;
const searchDelayMs = 300;
const anyRole = "any";
const roleOptions = [
  { value: anyRole, label: "Any platform role" },
  ...platformRoles.map((role) => ({ value: role, label: role })),
];

/** /app/admin/users: all people of the platform; search, role and page stand in the URL. */
export function UsersPage() {
  return (
    <StaffOnly title="Users">
      <Users />
    </StaffOnly>
  );
}

function Users() {
  const { view, change } = useUserListView();
  const { searchTerm, role, page } = view;
  const list = useQuery(
    adminUserQueries.list({
      page,
      pageSize,
      ...(searchTerm === "" ? {} : { searchTerm }),
      ...(role === undefined ? {} : { role }),
    }),
  );
  const filtered = searchTerm !== "" || role !== undefined;
  return (
    <>
      <PageHeader
        title="Users"
        subtitle={
          list.data === undefined
            ? undefined
            : `${formatCounted(list.data.totalCount, filtered ? "match" : "person", filtered ? "matches" : "people")}`
        }
      />
      <Sheet>
        <div className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-2.5 md:px-5">
          <SearchTerm value={searchTerm} onChange={(text) => change({ searchTerm: text })} />
          <Select
            label="Platform role"
            size="sm"
            className="w-44"
            options={roleOptions}
            value={role ?? anyRole}
            onChange={(value) => change({ role: platformRoles.find((one) => one === value) })}
          />
        </div>
        {list.isError ? (
          <ErrorState
            title="Users did not load"
            message={list.error.message}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <Loading loading={list.isPending} label="Loading users" skeleton={<UsersSkeleton />}>
            {list.data === undefined ? null : list.data.items.length === 0 ? (
              <NoResults
                title="Nobody matches"
                action={
                  <Button onClick={() => change({ searchTerm: "", role: undefined })}>Show everybody</Button>
                }
              />
            ) : (
              <>
                <UsersTable users={list.data.items} busy={list.isPlaceholderData} />
                <Pagination
                  page={list.data.page}
                  pageSize={list.data.pageSize}
                  totalCount={list.data.totalCount}
                  onPage={(next) => change({ page: next })}
                />
              </>
            )}
          </Loading>
        )}
      </Sheet>
    </>
  );
}

/** Writes to the URL when typing pauses, so that a word is one step and not one per letter. */
function SearchTerm({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <span className="relative w-full md:w-64">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label="Search users by name or e-mail"
        placeholder="Name or e-mail"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="h-7.5 pl-8 text-ui"
      />
    </span>
  );
}

function UsersSkeleton() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-4 px-5">
          <Skeleton className="size-7.5 rounded-full" />
          <Skeleton className="w-56" />
          <Skeleton className="ml-auto w-24" />
        </div>
      ))}
    </div>
  );
}
