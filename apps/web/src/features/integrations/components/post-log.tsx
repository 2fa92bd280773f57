import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Check, CircleHelp, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { postingQueries, usePostAgain } from "../api/integration-queries.ts";
import type { Post } from "../api/integration-queries.ts";

const signs: Record<Post["status"], ReactNode> = {
  posted: <Check aria-label="Posted:" className="size-4 text-ok-text" />,
  waiting: <Clock aria-label="Waiting:" className="size-4 text-ink-2" />,
  failed: <CircleX aria-label="Not posted:" className="size-4 text-danger-text" />,
  unsure: <CircleHelp aria-label="Not known:" className="size-4 text-risk-med-text" />,
};

const logState = defineUrlState({ log: pageNumber() });

/** What channels were told in the last 30 days, newest first. */
export function PostLog({ provider, mayWrite }: { provider: IntegrationProvider; mayWrite: boolean }) {
  const [{ log }, change] = useUrlState(logState);
  const query = useQuery(postingQueries.posts(provider, log));
  const again = usePostAgain(provider);
  return (
    <SheetRow>
      <Cell title="What was posted">
        <ListFrame
          query={query}
          noun="posts"
          failed="What was posted did not load"
          skeleton={<Skeleton className="h-20" />}
          inset
          empty={
            <p className="m-0 text-ui text-ink-2">
              Nothing yet. Choose a channel above and try it: a line arrives within seconds.
            </p>
          }
          onPage={(page) => change({ log: page })}
          hidesSinglePage
        >
          {({ items }) => (
            <ul className="m-0 list-none divide-y divide-line p-0">
              {items.map((one) => (
                <li
                  key={one.id}
                  className="grid grid-cols-1 gap-x-4 gap-y-0.5 py-2 text-ui lg:grid-cols-[11rem_9rem_minmax(0,1fr)_auto]"
                >
                  <span className="text-ink">{formatDateTime(one.postedAt ?? one.createdAt)}</span>
                  <span className="truncate text-ink-2">#{one.channelName}</span>
                  <span className="flex min-w-0 gap-2 text-ink">
                    <span className="mt-0.5 shrink-0">{signs[one.status]}</span>
                    <span className="min-w-0">
                      <span className="line-clamp-2">{one.text}</span>
                      {one.failure === null ? null : (
                        <span className="block text-note text-ink-2">{one.failure}</span>
                      )}
                    </span>
                  </span>
                  {mayWrite && (one.status === "failed" || one.status === "unsure") ? (
                    <Button
                      size="sm"
                      className="justify-self-start"
                      pending={again.isPending && again.variables === one.id}
                      aria-label={`Post again: ${one.text.slice(0, 80)}`}
                      onClick={() =>
                        again.mutate(one.id, {
                          onError: (error) => void toast.error("It was not posted", error.message),
                        })
                      }
                    >
                      Post again
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
        </ListFrame>
      </Cell>
    </SheetRow>
  );
}
