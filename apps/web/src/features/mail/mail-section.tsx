import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber, text, word } from "@/lib/url-state/index.ts";
import { mailQueries } from "./api/mail-queries.ts";
import type { MailList } from "./api/mail-queries.ts";
import { MailStatus } from "./components/mail-status.tsx";
import { MailView } from "./components/mail-view.tsx";

type Mail = MailList["items"][number];

const pageSize = 25;
const mailListState = defineUrlState({ search: text(), page: pageNumber() });
/** Beside the list's: back from a mail, the list is as it was. */
const openedState = defineUrlState({ mail: word() });

/** The outbox: an Owner's company's mail, an Admin's all mail; `?mail=` opens one. */
export function MailSection() {
  const [{ mail }] = useUrlState(openedState);
  const pathOf = usePathOf();
  return mail === undefined ? <MailList /> : <MailView key={mail} mailId={mail} backTo={pathOf(undefined)} />;
}

/** The address of a mail of the list as it is now, or of the list itself. */
function usePathOf(): (mail: string | undefined) => string {
  const { pathname, search } = useLocation();
  return (mail) => `${pathname}?${openedState.write(new URLSearchParams(search), { mail }).toString()}`;
}

function MailList() {
  const [{ search, page }, change] = useUrlState(mailListState);
  const list = useQuery(mailQueries.list({ page, pageSize, ...(search === "" ? {} : { search }) }));
  return (
    <>
      {list.data?.mailLeaves === false ? (
        <p
          role="status"
          className="m-0 flex items-start gap-2.5 border-b border-line bg-risk-med-tint px-4 py-3 text-ui text-risk-med-text md:px-6"
        >
          <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong>Mail is not leaving this server.</strong> It is kept here to be read. Set{" "}
            <span className="font-mono text-small">SMTP_URL</span> to have it sent.
          </span>
        </p>
      ) : null}
      <ListToolbar className="md:px-6">
        <SearchField
          label="Search mail by address or subject"
          placeholder="Address or subject"
          value={search}
          onSearch={(words) => change({ search: words })}
          className="md:w-64"
        />
      </ListToolbar>
      <ListFrame
        query={list}
        noun="mail"
        failed="The mail did not load"
        skeleton={<ListSkeleton rows={8} />}
        empty={
          <EmptyState title="No mail yet">
            Codes, invitations and digests appear here as they are written.
          </EmptyState>
        }
        noMatch={
          search === "" ? undefined : (
            <NoResults
              title="No mail matches"
              action={<Button onClick={() => change({ search: "" })}>Show all</Button>}
            />
          )
        }
        onPage={(next) => change({ page: next })}
      >
        {({ items }, isStale) => <MailTable mails={items} isStale={isStale} />}
      </ListFrame>
    </>
  );
}

function MailTable({ mails, isStale }: { mails: readonly Mail[]; isStale: boolean }) {
  const pathOf = usePathOf();
  return (
    <ListTable
      label="Mail"
      columns={columns}
      rows={mails}
      idOf={({ id }) => id}
      pathOf={({ id }) => pathOf(id)}
      isStale={isStale}
      mobileRow={(mail) => (
        <MobileRow
          to={pathOf(mail.id)}
          title={<Subject mail={mail} />}
          detail={mail.to}
          value={<span className="text-note text-ink-2">{formatRelative(mail.createdAt)}</span>}
        />
      )}
    />
  );
}

const columns: readonly ListColumn<Mail>[] = [
  {
    id: "subject",
    header: "Subject",
    cellClassName: "max-w-90 truncate",
    cell: (mail) => <Subject mail={mail} />,
  },
  { id: "to", header: "To", cellClassName: "max-w-60 truncate", cell: ({ to }) => to },
  {
    id: "written",
    header: "Written",
    cellClassName: "whitespace-nowrap",
    cell: ({ createdAt }) => formatRelative(createdAt),
  },
  { id: "status", header: "Status", cell: ({ status }) => <MailStatus status={status} /> },
];

function Subject({ mail }: { mail: Mail }) {
  const pathOf = usePathOf();
  return (
    <Link to={pathOf(mail.id)} className="rounded-check font-strong text-ink no-underline hover:underline">
      {mail.subject}
    </Link>
  );
}
