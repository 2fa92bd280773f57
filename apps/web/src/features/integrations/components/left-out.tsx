import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { defineUrlState, pageNumber, word } from "@/lib/url-state/index.ts";
import { audienceQueries } from "../api/audience-queries.ts";
import type { KeptAudience } from "../api/audience-queries.ts";

interface LeftOutProps {
  provider: IntegrationProvider;
  audience: KeptAudience;
}

/** Of which audience it is shown who was left out, and where in that list one is. */
const leftOutState = defineUrlState({ leftOut: word(), leftOutPage: pageNumber() });

/** Who belongs in an audience and could not be put in, each with the reason; behind a press, since most are on no list there. */
export function LeftOut({ provider, audience }: LeftOutProps) {
  const [{ leftOut }, change] = useUrlState(leftOutState);
  if (leftOut !== audience.id)
    return (
      <div className="pt-2">
        <Button
          size="sm"
          aria-label={`Show who and why: ${audience.name}`}
          onClick={() => change({ leftOut: audience.id })}
        >
          Show who and why
        </Button>
      </div>
    );
  return <Listed provider={provider} audience={audience} />;
}

function Listed({ provider, audience: { id, name } }: LeftOutProps) {
  const [{ leftOutPage }, change] = useUrlState(leftOutState);
  const query = useQuery(audienceQueries.leftOut(provider, id, leftOutPage));
  return (
    <ListFrame
      query={query}
      noun="members that could not be put in"
      failed="Who could not be put in did not load"
      skeleton={<Skeleton className="h-16" />}
      inset
      empty={null}
      onPage={(page) => change({ leftOutPage: page })}
      hidesSinglePage
    >
      {({ items }) => (
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
      )}
    </ListFrame>
  );
}
