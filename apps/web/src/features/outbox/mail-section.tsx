import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { DataCell, DataTable, HeaderCell, MobileRow, MobileRows, Row } from "@/components/ui/data-table.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlFilter } from "@/hooks/use-url-filter.ts";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { outboxQueries } from "./api/outbox-queries.ts";
import type { OutboxList } from "./api/outbox-queries.ts";
import { MailStatus } from "./components/mail-status.tsx";
import { MailView } from "./components/mail-view.tsx";

const pageSize = 25;
const filterNames = ["search"] as const;

/** The outbox: an Owner's company's mail, an Admin's all mail; `?mail=` opens one. */
export function MailSection() {
  const [params] = useSearchParams();
  const mailId = params.get("mail");
  if (mailId === null) return <MailList />;
  // Back to the list as it was: same search, same page.
  const back = new URLSearchParams(params);
  back.delete("mail");
  return <MailView key={mailId} mailId={mailId} backTo={`/app/settings?${back.toString()}`} />;
}

function MailList() {
  const { fields, given, page, change, setPage } = useUrlFilter(filterNames);
  const list = useQuery(outboxQueries.list({ page, pageSize, ...given }));
  const empty = list.data?.totalCount === 0;
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
      <div className="border-b border-line px-4 py-2.5 md:px-6">
        <Input
          type="search"
          aria-label="Search mail by address or subject"
          placeholder="Address or subject"
          value={fields.search}
          maxLength={200}
          onChange={(event) => change({ search: event.target.value })}
          className="h-7.5 text-ui md:w-64"
        />
      </div>
      {list.isError ? (
        <ErrorState
          title="The mail did not load"
          message={list.error.message}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <Loading
          loading={list.isPending}
          label="Loading mail"
          skeleton={<Skeleton className="mx-6 my-6 h-40" />}
        >
          {list.data === undefined ? null : empty && given.search === undefined ? (
            <EmptyState title="No mail yet">
              Codes, invitations and digests appear here as they are written.
            </EmptyState>
          ) : empty ? (
            <NoResults
              title="No mail matches"
              action={<Button onClick={() => change({ search: "" })}>Show all</Button>}
            />
          ) : (
            <>
              <MailRows mails={list.data.items} busy={list.isPlaceholderData} />
              <Pagination
                page={list.data.page}
                pageSize={list.data.pageSize}
                totalCount={list.data.totalCount}
                onPage={setPage}
              />
            </>
          )}
        </Loading>
      )}
    </>
  );
}

function MailRows({ mails, busy }: { mails: OutboxList["items"]; busy: boolean }) {
  const isMobile = useIsMobile();
  const [params] = useSearchParams();
  const addressOf = (id: string) => {
    const address = new URLSearchParams(params);
    address.set("mail", id);
    return `/app/settings?${address.toString()}`;
  };
  const link = (mail: OutboxList["items"][number]) => (
    <Link to={addressOf(mail.id)} className="rounded-check font-strong text-ink no-underline hover:underline">
      {mail.subject}
    </Link>
  );
  if (isMobile) {
    return (
      <MobileRows label="Mail">
        {mails.map((mail) => (
          <MobileRow
            key={mail.id}
            to={addressOf(mail.id)}
            title={link(mail)}
            detail={mail.to}
            value={<span className="text-note text-ink-2">{formatRelative(mail.createdAt)}</span>}
          />
        ))}
      </MobileRows>
    );
  }
  return (
    <DataTable label="Mail" busy={busy}>
      <thead>
        <tr>
          <HeaderCell>Subject</HeaderCell>
          <HeaderCell>To</HeaderCell>
          <HeaderCell>Written</HeaderCell>
          <HeaderCell>Status</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <Row key={mail.id} to={addressOf(mail.id)}>
            <DataCell className="max-w-90 truncate">{link(mail)}</DataCell>
            <DataCell className="max-w-60 truncate">{mail.to}</DataCell>
            <DataCell className="whitespace-nowrap">{formatRelative(mail.createdAt)}</DataCell>
            <DataCell>
              <MailStatus status={mail.status} />
            </DataCell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}
