import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { BookOpen, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { SearchDocs } from "@/components/docs/search-docs.tsx";
import { ShowMore } from "@/components/list/show-more.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { StartSession } from "@/components/support/start-session.tsx";
import { SupportLetter } from "@/components/support/support-letter.tsx";
import { SupportStatusTag } from "@/components/support/status-tag.tsx";
import { SupportConversation } from "@/components/support/support-conversation.tsx";
import { supportQueries } from "@/components/support/support-queries.ts";
import { Button } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatShortDate } from "@/lib/format/index.ts";
import { defineUrlState, text } from "@/lib/url-state/index.ts";

const pageState = defineUrlState({ session: text(), search: text() });

const guides = [
  { to: "/app/docs/getting-started", label: "Getting started" },
  { to: "/app/docs/tracking", label: "Tracking API" },
  { to: "/app/docs/webhooks", label: "Webhooks" },
  { to: "/app/docs/mcp", label: "AI clients (MCP)" },
  { to: "/app/docs", label: "All of the documentation" },
];

/** /app/support: the documentation, the open session or the way to start one, a letter to support, and past sessions. */
export function SupportPage() {
  const [view, change] = useUrlState(pageState);
  const active = useQuery(supportQueries.active());
  const openId = active.data?.session?.id;
  // One that ended here, by whomever, stays to be read and judged until another is wanted.
  const [kept, keep] = useState<string>();
  if (openId !== undefined && kept !== openId) keep(openId);
  const shown = view.session === "" ? (openId ?? kept) : view.session;
  return (
    <>
      <PageHeader
        title="Help & Support"
        subtitle="Read up, talk to us, or write: we answer within 24 hours."
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-5">
          <Sheet className="flex min-h-60 flex-col">
            {shown === undefined ? (
              <QueryView
                query={active}
                loading="Loading your session"
                failed="Live support did not load"
                skeleton={
                  <div className="flex flex-col gap-3 p-5">
                    <Skeleton className="w-40" />
                    <Skeleton className="h-20 w-full" />
                  </div>
                }
              >
                {({ isStaffOnline }) => (
                  <StartSession isStaffOnline={isStaffOnline} className="px-5 py-4.5" />
                )}
              </QueryView>
            ) : (
              <SupportConversation
                key={shown}
                sessionId={shown}
                className="h-[min(600px,calc(100dvh-12rem))]"
              />
            )}
            {shown !== undefined && shown !== openId ? (
              <div className="border-t border-line px-4 py-2.5">
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => {
                    keep(undefined);
                    change({ session: "" });
                  }}
                >
                  {openId !== undefined ? "Back to the open session" : "Start another session"}
                </Button>
              </div>
            ) : null}
          </Sheet>
          <Sheet>
            <section aria-labelledby="write-to-us" className="px-5 py-4.5">
              <h2 id="write-to-us" className="m-0 mb-1 text-lead font-strong text-ink">
                Write to us
              </h2>
              <p className="m-0 mb-4 text-ui text-ink-2">Not urgent? We answer by e-mail within 24 hours.</p>
              <SupportLetter />
            </section>
          </Sheet>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Sheet>
            <section aria-labelledby="documentation" className="px-5 py-4.5">
              <h2 id="documentation" className="m-0 mb-2 text-lead font-strong text-ink">
                Documentation
              </h2>
              <SearchDocs className="mb-2" />
              <ul className="m-0 list-none p-0">
                {guides.map(({ to, label }) => (
                  <li key={to} className="border-t border-line first:border-t-0">
                    <Link
                      to={to}
                      className="flex min-h-10 items-center gap-2.5 rounded-chip text-ui font-emphasis text-ink no-underline hover:text-brand-text touch:min-h-11"
                    >
                      <BookOpen aria-hidden className="size-4 text-ink-2" />
                      {label}
                      <ChevronRight aria-hidden className="ml-auto size-4 text-ink-3" />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          </Sheet>
          <Sheet>
            <PastSessions
              search={view.search}
              shown={shown}
              onSearch={(search) => change({ search })}
              onChoose={(session) => change({ session })}
            />
          </Sheet>
        </div>
      </div>
    </>
  );
}

function PastSessions({
  search,
  shown,
  onSearch,
  onChoose,
}: {
  search: string;
  shown: string | undefined;
  onSearch: (search: string) => void;
  onChoose: (id: string) => void;
}) {
  const past = useInfiniteQuery(supportQueries.past(search));
  return (
    <section aria-labelledby="past-sessions">
      <div className="flex flex-col gap-2.5 border-b border-line px-5 py-4">
        <h2 id="past-sessions" className="m-0 text-lead font-strong text-ink">
          Your sessions
        </h2>
        <SearchField
          label="Search your sessions"
          placeholder="Search your sessions"
          value={search}
          onSearch={onSearch}
          className="md:w-full"
        />
      </div>
      <QueryView
        query={past}
        loading="Loading your sessions"
        failed="Your sessions did not load"
        skeleton={
          <div className="flex flex-col gap-3 p-5">
            <Skeleton className="w-full" />
            <Skeleton className="w-2/3" />
          </div>
        }
        isEmpty={({ items }) => items.length === 0}
        empty={
          <p className="m-0 px-5 py-4 text-ui text-ink-2">
            {search === ""
              ? "None yet. What you ask us stays here to be read again."
              : "None with these words."}
          </p>
        }
      >
        {({ items, totalCount }) => (
          <>
            <ul className="m-0 list-none p-0">
              {items.map((one) => (
                <li key={one.id} className="border-t border-line first:border-t-0">
                  <button
                    type="button"
                    aria-current={one.id === shown ? "true" : undefined}
                    onClick={() => onChoose(one.id)}
                    className="flex w-full flex-col gap-1 px-5 py-3 text-left -outline-offset-2 hover:bg-hover aria-[current=true]:bg-selected"
                  >
                    <span className="flex items-baseline gap-2">
                      <span className="truncate text-ui font-strong text-ink">{one.topic}</span>
                      <span className="ml-auto shrink-0 text-note text-ink-2">
                        {formatShortDate(one.createdAt)}
                      </span>
                    </span>
                    <span className="truncate text-ui text-ink-2">{one.lastMessage}</span>
                    <SupportStatusTag session={one} className="self-start" />
                  </button>
                </li>
              ))}
            </ul>
            <ShowMore query={past} shown={items.length} total={totalCount} />
          </>
        )}
      </QueryView>
    </section>
  );
}
