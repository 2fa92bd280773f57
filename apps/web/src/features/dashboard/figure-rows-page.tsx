import type { DashboardRow, DashboardRows, RowsQuotient } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import {
  MISSING,
  formatCount,
  formatCounted,
  formatMoney,
  formatNumber,
  formatRelativeInline,
  formatShare,
} from "@/lib/format/index.ts";
import { dashboardQueries, useRowsDownload } from "./api/dashboard-queries.ts";
import { movementLabel } from "@/components/figures/movement-parts.ts";
import { rowsState } from "@/components/figures/rows-path.ts";

/** /app/dashboard/rows: the customers that one number of the dashboard adds up from, to the cent. */
export function FigureRowsPage() {
  const [state] = useUrlState(rowsState);
  const asked = Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => value !== undefined && (value !== "" || name === "country"),
    ),
  ) as { figure: typeof state.figure };
  const list = useInfiniteQuery(dashboardQueries.rows(asked));
  const download = useRowsDownload();
  const [first] = list.data?.pages ?? [];
  // Two bills of one customer may have failed on one day with the same amount: a row is told by its place.
  const rows = (list.data?.pages.flatMap(({ items }) => items) ?? []).map((row, place) => ({
    ...row,
    place,
  }));
  return (
    <>
      <PageHeader
        title={first?.title ?? "Rows"}
        subtitle={first === undefined ? undefined : describe(first)}
        breadcrumb={[{ label: "Dashboard", to: "/app" }, { label: first?.title ?? "Rows" }]}
        actions={
          <Button
            icon={<Download />}
            disabled={first === undefined || first.count === 0}
            pending={download.isPending}
            pendingLabel="Preparing..."
            onClick={() =>
              download.mutate(asked, {
                onError: (error) => toast.error("The rows were not downloaded", error.message),
              })
            }
          >
            Download CSV
          </Button>
        }
      />
      <Sheet>
        <QueryView
          query={list}
          loading="Loading rows"
          failed="The rows did not load"
          skeleton={<ListSkeleton rows={12} />}
          isEmpty={() => rows.length === 0}
          empty={<EmptyState title="No rows">Nothing adds to this number.</EmptyState>}
        >
          {({ pages: [page] }) =>
            page === undefined ? null : (
              <>
                <Quotients page={page} />
                <ListTable
                  label={page.title}
                  columns={columnsOf(page, rows, state.kind !== undefined)}
                  rows={rows}
                  idOf={({ place }) => String(place)}
                  pathOf={pathOf}
                  mobileRow={(row) => <PhoneRow row={row} currency={page.currency} />}
                />
                <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-ui text-ink-2 md:px-5">
                  <span>
                    {formatCount(rows.length)} of {formatCounted(page.count, "row")} shown
                  </span>
                  {list.hasNextPage ? (
                    <Button
                      pending={list.isFetchingNextPage}
                      pendingLabel="Loading..."
                      onClick={() => void list.fetchNextPage()}
                    >
                      Show more
                    </Button>
                  ) : (
                    <strong className="font-strong text-ink tabular">{totalInWords(page)}</strong>
                  )}
                </div>
              </>
            )
          }
        </QueryView>
      </Sheet>
    </>
  );
}

/** Averages and shares that lead here, as they are worked out from the rows below. */
function Quotients({ page: { quotients, currency } }: { page: DashboardRows }) {
  if (quotients.length === 0) return null;
  const termWords = ({ value, isMoney, words }: RowsQuotient["part"]) =>
    `${isMoney ? formatMoney(value, currency, 2) : formatCount(value)}${words === "" ? "" : ` ${words}`}`;
  return (
    <ul
      aria-label="What is worked out from these rows"
      className="m-0 flex list-none flex-col gap-1 border-b border-line px-4 py-3 text-ui text-ink-2 tabular md:px-5"
    >
      {quotients.map(({ label, part, of }) => (
        <li key={label}>
          {label}: {termWords(part)} / {termWords(of)} ={" "}
          <strong className="font-strong whitespace-nowrap text-ink">
            {part.isMoney && !of.isMoney
              ? formatMoney(part.value / of.value, currency, 2)
              : `${formatNumber((100 * part.value) / of.value, 1)}%`}
          </strong>
        </li>
      ))}
    </ul>
  );
}

const totalInWords = ({ total, totalIsCount, lostMrr, currency }: DashboardRows) =>
  totalIsCount
    ? formatCounted(total, "customer") + paidWords(lostMrr, currency)
    : `Total ${formatMoney(total, currency, 2)}`;

const paidWords = (lostMrr: number | null, currency: string) =>
  lostMrr === null ? "" : `, who paid ${formatMoney(lostMrr, currency, 2)} a month`;

function describe(rows: DashboardRows): string {
  const { segment } = rows;
  if (segment === null) return totalWords(rows);
  return segment.keptAt === null
    ? `Being worked out; the rows are of ${segment.name}'s members now`
    : `${totalWords(rows)}, as of ${formatRelativeInline(segment.keptAt)}; the rows are of members now`;
}

function totalWords(rows: DashboardRows): string {
  const { count, total, closing, currency } = rows;
  if (rows.totalIsCount) return totalInWords(rows);
  const sum = `${formatCounted(count, "row")}, ${formatMoney(total, currency, 2)} in all`;
  if (closing === null) return sum;
  return `${sum} at the start`;
}

type PlacedRow = DashboardRow & { place: number };
const pathOf = ({ customerId }: DashboardRow) => `/app/customers/${customerId}`;
const nameOf = ({ name, email }: DashboardRow) => name ?? email ?? "A customer that is gone";
const reasons = { voluntary: "Ended it", involuntary: "Left unpaid", unknown: "Not known" };

/** Only what some row knows gets a column; movements of one kind, which the title names, only where there is room. */
function columnsOf(
  { currency, totalIsCount }: DashboardRows,
  rows: readonly DashboardRow[],
  isOneKind: boolean,
): ListColumn<PlacedRow>[] {
  const money = (amount: number | null) => (amount === null ? MISSING : formatMoney(amount, currency, 2));
  const has = (field: keyof DashboardRow) => rows.some((row) => row[field] !== null);
  // Of a score what is paid is no amount before something, and what is added up is what may be lost.
  const isRisk = has("probability");
  const all: (ListColumn<PlacedRow> & { field?: keyof DashboardRow })[] = [
    {
      id: "customer",
      header: "Customer",
      cell: (row) => (
        <span className="flex min-w-0 flex-col py-1">
          <Link
            to={pathOf(row)}
            className="max-w-72 truncate max-lg:max-w-40 rounded-check font-strong text-ink no-underline hover:underline"
          >
            {nameOf(row)}
          </Link>
          {row.name === null || row.email === null ? null : (
            <span className="max-w-72 truncate max-lg:max-w-40 text-small text-ink-2">{row.email}</span>
          )}
        </span>
      ),
    },
    {
      id: "day",
      field: "day",
      header: "Day",
      cellClassName: "whitespace-nowrap",
      cell: ({ day }) => (day === null ? MISSING : dayWords(day)),
    },
    {
      id: "kind",
      field: "kind",
      header: "Movement",
      ...(isOneKind && { headClassName: "max-lg:hidden", cellClassName: "max-lg:hidden" }),
      cell: ({ kind }) => (kind === null ? MISSING : movementLabel(kind)),
    },
    {
      id: "reason",
      field: "reason",
      header: "Reason",
      cellClassName: "whitespace-nowrap",
      cell: ({ reason }) => (reason === null ? MISSING : reasons[reason]),
    },
    {
      id: "level",
      field: "level",
      header: "Risk",
      cell: ({ level }) => (level === null ? MISSING : <RiskLevel level={level} />),
    },
    {
      id: "probability",
      field: "probability",
      header: "Chance",
      numeric: true,
      cell: ({ probability }) => (probability === null ? MISSING : formatShare(probability)),
    },
    {
      id: "before",
      field: "before",
      header: isRisk ? "Paid a month" : "Before",
      numeric: true,
      cell: (row) => money(row.before),
    },
    { id: "after", field: "after", header: "After", numeric: true, cell: (row) => money(row.after) },
    {
      id: "amount",
      field: "amount",
      header: isRisk ? "At risk" : totalIsCount ? "Paid a month" : "Adds",
      numeric: true,
      cell: (row) => money(row.amount),
    },
  ];
  return all.filter(({ field }) => field === undefined || has(field));
}

const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const dayWords = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

function PhoneRow({ row, currency }: { row: DashboardRow; currency: string }) {
  const notes = [
    ...(row.day === null ? [] : [dayWords(row.day)]),
    ...(row.kind === null ? [] : [movementLabel(row.kind)]),
    ...(row.reason === null ? [] : [reasons[row.reason]]),
    ...(row.probability === null ? [] : [`${formatShare(row.probability)} chance`]),
  ];
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 first:border-t-0 md:px-5">
      <span className="min-w-0">
        <Link
          to={pathOf(row)}
          className="block truncate rounded-check text-body font-strong text-ink no-underline hover:underline"
        >
          {nameOf(row)}
        </Link>
        {notes.length === 0 ? null : <span className="block text-note text-ink-2">{notes.join(" · ")}</span>}
      </span>
      {row.amount === null ? null : (
        <span className="shrink-0 text-ui font-strong text-ink tabular">
          {formatMoney(row.amount, currency, 2)}
        </span>
      )}
    </li>
  );
}
