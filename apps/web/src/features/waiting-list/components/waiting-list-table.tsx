import type { WaitingListStatus } from "@forestay/contracts/wire";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListTable } from "@/components/list/list-table.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { formatRelative, formatShortDate, MISSING } from "@/lib/format/index.ts";
import type { Entry } from "../api/waiting-list-queries.ts";
import { EntryActions } from "./entry-actions.tsx";

const tones: Record<WaitingListStatus, TagTone> = {
  Pending: "outline",
  Confirmed: "info",
  Invited: "warning",
  Registered: "ok",
  Removed: "neutral",
};

const nameOf = ({ firstName, lastName }: Entry) => `${firstName} ${lastName}`.trim();

/** What a status does not say by itself. */
function since(entry: Entry): string | null {
  if (entry.status === "Registered" && entry.registeredAt !== null) return formatRelative(entry.registeredAt);
  if (entry.status === "Invited" && entry.invitedUntil !== null)
    return `until ${formatShortDate(entry.invitedUntil)}`;
  return null;
}

function StatusCell({ entry }: { entry: Entry }) {
  const more = since(entry);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Tag tone={tones[entry.status]}>{entry.status}</Tag>
      {more === null ? null : <span className="text-note text-ink-2">{more}</span>}
    </span>
  );
}

interface WaitingListTableProps {
  entries: readonly Entry[];
  mailLeaves: boolean;
  isStale: boolean;
}

/** Who waits, one a row; on a small screen the facts stand one under the other. */
export function WaitingListTable({ entries, mailLeaves, isStale }: WaitingListTableProps) {
  const columns: readonly ListColumn<Entry>[] = [
    {
      id: "email",
      header: "E-mail",
      cell: (entry) => <span className="font-strong break-all text-ink">{entry.email}</span>,
    },
    { id: "name", header: "Name", cell: (entry) => nameOf(entry) || MISSING },
    { id: "company", header: "Company", cell: ({ companyName }) => companyName || MISSING },
    { id: "source", header: "Source", cell: ({ source }) => source || MISSING },
    { id: "status", header: "Status", cell: (entry) => <StatusCell entry={entry} /> },
    {
      id: "joined",
      header: "Joined",
      cellClassName: "whitespace-nowrap",
      cell: ({ joinedAt }) => formatRelative(joinedAt),
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      cellClassName: "text-right",
      cell: (entry) => <EntryActions entry={entry} mailLeaves={mailLeaves} />,
    },
  ];
  return (
    <ListTable
      label="Waiting list"
      columns={columns}
      rows={entries}
      idOf={({ id }) => id}
      rowClassName="h-13"
      isStale={isStale}
      mobileRow={(entry) => (
        <li className="flex flex-col gap-2 px-4 py-3 text-ui">
          <span className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <span className="block font-strong break-all text-ink">{entry.email}</span>
              <span className="block text-note text-ink-2">
                {[nameOf(entry), entry.companyName, entry.source, formatRelative(entry.joinedAt)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <StatusCell entry={entry} />
          </span>
          <EntryActions entry={entry} mailLeaves={mailLeaves} />
        </li>
      )}
    />
  );
}
