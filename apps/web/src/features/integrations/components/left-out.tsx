import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { audienceQueries } from "../api/audience-queries.ts";
import type { KeptAudience } from "../api/audience-queries.ts";

interface LeftOutProps {
  provider: IntegrationProvider;
  audience: KeptAudience;
}

/** Who belongs in an audience and could not be put in, each with the reason; behind a press, since most are on no list there. */
export function LeftOut({ provider, audience }: LeftOutProps) {
  const [isShown, setIsShown] = useState(false);
  if (!isShown)
    return (
      <div className="pt-2">
        <Button size="sm" aria-label={`Show who and why: ${audience.name}`} onClick={() => setIsShown(true)}>
          Show who and why
        </Button>
      </div>
    );
  return <Listed provider={provider} audience={audience} />;
}

function Listed({ provider, audience: { id, name } }: LeftOutProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(audienceQueries.leftOut(provider, id, page));
  return (
    <QueryView
      query={query}
      loading="Loading who could not be put in"
      failed="Who could not be put in did not load"
      skeleton={<Skeleton className="h-16" />}
      inset
    >
      {({ items, totalCount, pageSize }) => (
        <>
          <ul aria-label={`Could not be put into ${name}`} className="m-0 mt-2 list-none p-0 pl-4">
            {items.map(({ sourceId, customerId, label, reason }) => (
              <li key={sourceId} className="flex flex-wrap gap-x-4 py-1">
                <span className="min-w-0 flex-1 basis-56">
                  {customerId === null ? (
                    label
                  ) : (
                    <Link to={`/app/customers/${customerId}`} className="text-ink">
                      {label}
                    </Link>
                  )}
                </span>
                <span className="min-w-0 flex-1 basis-56 text-ink-2">{reason}</span>
              </li>
            ))}
          </ul>
          {totalCount > pageSize ? (
            <Pagination page={page} pageSize={pageSize} totalCount={totalCount} onPage={setPage} />
          ) : null}
        </>
      )}
    </QueryView>
  );
}
