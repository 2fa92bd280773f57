import { parkedKinds } from "@forestay/contracts/wire";
import type { ParkedRows } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ShowMore } from "@/components/list/show-more.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { MISSING, formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { choice, defineUrlState } from "@/lib/url-state/index.ts";
import { dashboardQueries } from "./api/dashboard-queries.ts";
import { parkedWords } from "./hooks/parked-words.ts";

type ParkedRow = ParkedRows["items"][number];

const parkedState = defineUrlState({ kind: choice(parkedKinds, "invoices") });

/** /app/dashboard/parked: rows that wait until the customer they name is there. */
export function ParkedRowsPage() {
  const [{ kind }] = useUrlState(parkedState);
  const list = useInfiniteQuery(dashboardQueries.parked(kind));
  const count = list.data?.pages[0]?.count;
  const [one, many] = parkedWords[kind];
  const title = `${many.charAt(0).toUpperCase()}${many.slice(1)} that wait for their customer`;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          count === undefined
            ? undefined
            : `${formatCounted(count, one, many)}. They join by themselves when a customer of that id or e-mail address is there.`
        }
        breadcrumb={[{ label: "Dashboard", to: "/app" }, { label: title }]}
      />
      <Sheet>
        <QueryView
          query={list}
          loading="Loading rows that wait"
          failed="The rows that wait did not load"
          skeleton={<ListSkeleton rows={12} />}
          isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
          empty={<EmptyState title="Nothing waits">Every row has its customer.</EmptyState>}
        >
          {({ pages }) => {
            const rows = pages.flatMap(({ items }) => items);
            return (
              <>
                <ListTable
                  label={title}
                  columns={columns}
                  rows={rows}
                  idOf={({ id }) => id}
                  mobileRow={(row) => (
                    <li className="border-t border-line px-4 py-2.5 text-ui">
                      <span className="block truncate font-strong text-ink">{waitsFor(row)}</span>
                      <span className="block text-note text-ink-2">
                        {row.name === null ? "" : `${row.name} · `}
                        {formatShortDate(row.toldAt)} · <From row={row} />
                      </span>
                    </li>
                  )}
                />
                <ShowMore query={list} shown={rows.length} total={pages[0]?.count ?? 0} />
              </>
            );
          }}
        </QueryView>
      </Sheet>
    </>
  );
}

const waitsFor = ({ externalId, email }: ParkedRow) =>
  [externalId, email].filter((one) => one !== null).join(", ");

function From({ row: { file } }: { row: ParkedRow }) {
  if (file === null) return "Another system";
  return (
    <Link
      to={`/app/imports/${file.id}`}
      className="rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand"
    >
      {file.name}
    </Link>
  );
}

const columns: ListColumn<ParkedRow>[] = [
  { id: "customer", header: "Waits for", cell: (row) => waitsFor(row) },
  { id: "name", header: "Row", cell: ({ name }) => name ?? MISSING },
  { id: "from", header: "From", cell: (row) => <From row={row} /> },
  { id: "told", header: "Since", cell: ({ toldAt }) => formatShortDate(toldAt) },
];
