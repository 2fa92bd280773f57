import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SearchField } from "@/components/list/search-field.tsx";
import { ShowMore } from "@/components/list/show-more.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { SupportStatusTag } from "@/components/support/status-tag.tsx";
import { supportQueries } from "@/components/support/support-queries.ts";
import { MoreLink } from "@/components/ui/more-link.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { formatRelative } from "@/lib/format/index.ts";

interface SupportSessionsProps {
  search: string;
  chosen: string | undefined;
  onSearch: (search: string) => void;
  onChoose: (id: string) => void;
}

/** A person's own support sessions, open and past, the newest first. */
export function SupportSessions({ search, chosen, onSearch, onChoose }: SupportSessionsProps) {
  const past = useInfiniteQuery(supportQueries.past(search));
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveConnection.on(
        "SupportMessageReceived",
        () => void queryClient.invalidateQueries({ queryKey: supportKeys.sessions }),
      ),
    [queryClient],
  );
  return (
    <>
      <div className="px-4 py-3">
        <SearchField
          label="Search your sessions"
          placeholder="Search your sessions"
          value={search}
          onSearch={onSearch}
          className="w-full"
        />
      </div>
      <QueryView
        query={past}
        loading="Loading your sessions"
        failed="Your sessions did not load"
        skeleton={<div className="h-40" />}
      >
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <div className="flex-1 px-4 text-ui text-ink-2">
              <p className="m-0 mb-2">
                {search === "" ? "You have not talked to support yet." : "No session matches."}
              </p>
              <MoreLink to="/app/support">Help & Support</MoreLink>
            </div>
          ) : (
            <ul className="m-0 min-h-0 flex-1 list-none overflow-y-auto p-0" aria-label="Support sessions">
              {items.map((session) => (
                <li key={session.id} className="border-b border-line">
                  <button
                    type="button"
                    aria-current={session.id === chosen ? "true" : undefined}
                    onClick={() => onChoose(session.id)}
                    className={cn(
                      "flex w-full flex-col gap-1 border-l-3 px-3.5 py-3 text-left -outline-offset-2 hover:bg-hover",
                      session.id === chosen ? "border-l-brand bg-brand-tint" : "border-l-transparent",
                    )}
                  >
                    <span className="flex w-full items-baseline gap-2">
                      <span className="min-w-0 flex-1 truncate text-ui font-strong text-ink">
                        {session.topic === "" ? session.initialMessage : session.topic}
                      </span>
                      <span className="shrink-0 text-note text-ink-2">
                        {formatRelative(session.lastMessageAt)}
                      </span>
                    </span>
                    <span className="w-full truncate text-note text-ink-2">{session.lastMessage}</span>
                    <span className="flex flex-wrap gap-1.5">
                      <SupportStatusTag session={session} />
                      {session.lastSequence > session.userReadSequence ? (
                        <Tag tone="info">{`${session.lastSequence - session.userReadSequence} unread`}</Tag>
                      ) : null}
                    </span>
                  </button>
                </li>
              ))}
              <li>
                <ShowMore query={past} shown={items.length} total={totalCount} />
              </li>
            </ul>
          )
        }
      </QueryView>
    </>
  );
}
