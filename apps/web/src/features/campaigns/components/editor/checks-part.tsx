import type { CampaignCheck, CampaignPreview } from "@forestay/contracts/wire";
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { requestIdOf } from "@/lib/api/index.ts";
import { cn } from "@/lib/style/cn.ts";

const looks: Record<CampaignCheck["state"], { Icon: typeof CircleX; tone: string; word: string }> = {
  stops: { Icon: CircleX, tone: "text-danger-text", word: "Stops the start" },
  warning: { Icon: TriangleAlert, tone: "text-risk-med-text", word: "Worth a look" },
  ok: { Icon: CircleCheck, tone: "text-ok-text", word: "Fine" },
};

/** What is looked at before a start, what stops it first. */
export function ChecksPart({
  query,
  isWhole,
}: {
  query: UseQueryResult<CampaignPreview>;
  /** False: something is missing or marked, and nothing is asked until it is mended. */
  isWhole: boolean;
}) {
  const { data, error } = query;
  const stops = data?.checks.filter(({ state }) => state === "stops").length ?? 0;
  return (
    <section aria-labelledby="before-the-start" className="px-4 py-5 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <h2 id="before-the-start" className="m-0 text-body font-strong text-ink">
          Before the start
        </h2>
        {!isWhole ? (
          <Tag tone="warning">Not whole yet</Tag>
        ) : data === undefined ? null : stops > 0 ? (
          <Tag tone="danger">
            {stops} of {data.checks.length} {stops === 1 ? "stops" : "stop"} it
          </Tag>
        ) : (
          <Tag tone="ok">Nothing stops it</Tag>
        )}
      </div>
      {!isWhole ? (
        <p className="m-0 text-ui text-ink-2">
          Something is missing or marked in the campaign. The checks run once it is mended.
        </p>
      ) : error !== null ? (
        <ErrorState
          title="The checks did not run"
          message={error.message}
          requestId={requestIdOf(error)}
          onRetry={() => void query.refetch()}
        />
      ) : data === undefined ? (
        <Skeleton className="h-60" />
      ) : (
        <ul className="m-0 list-none divide-y divide-line p-0">
          {data.checks.map((check) => (
            <CheckRow key={check.key} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CheckRow({ check }: { check: CampaignCheck }) {
  const { Icon, tone, word } = looks[check.state];
  return (
    <li className="flex items-start gap-2.5 py-2.5 text-ui">
      <Icon aria-label={word} className={cn("mt-0.5 size-4 shrink-0", tone)} />
      <div className="min-w-0">
        <p className="m-0 font-emphasis text-ink">{check.title}</p>
        <p
          className={cn(
            "m-0 text-note break-words",
            check.state === "stops" ? "text-danger-text" : "text-ink-2",
          )}
        >
          {check.detail}
        </p>
        {check.key === "address" || check.key === "domain" ? (
          check.state === "ok" ? null : (
            <Link to="/app/settings?section=sending" className="text-note font-emphasis text-brand-text">
              Open Settings, Sending
            </Link>
          )
        ) : null}
        {check.customers.length === 0 ? null : (
          <p className="m-0 mt-1 text-note text-ink-2">
            Among them{" "}
            {check.customers.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 ? ", " : ""}
                <Link to={`/app/customers/${id}`} className="font-emphasis text-brand-text">
                  {name}
                </Link>
              </span>
            ))}
            .
          </p>
        )}
      </div>
    </li>
  );
}
