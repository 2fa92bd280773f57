import type { ModelSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { modelQueries } from "../api/model-queries.ts";
import { ModelRow } from "./model-row.tsx";

/** Beyond these the page of models goes on. */
const SHOWN = 3;

/** The newest stored models: what each was worth, why it is or is not in use, and the way back to it. */
export function ModelsList() {
  const models = useQuery(modelQueries.list());
  return (
    <SheetRow>
      <QueryView
        query={models}
        loading="Loading models"
        failed="The models did not load"
        skeleton={null}
        isEmpty={({ items }) => items.length === 0}
        empty={null}
      >
        {({ items }) => <Newest models={items} />}
      </QueryView>
    </SheetRow>
  );
}

function Newest({ models }: { models: readonly ModelSummary[] }) {
  const current = models.find(({ isCurrent }) => isCurrent);
  const newest = models.slice(0, SHOWN);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-4.5 md:px-5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <h2 className="m-0 text-body font-strong text-ink">Models</h2>
          <p className="m-0 text-note text-ink-2">
            A new one replaces the one in use only when it is better on records neither had seen
          </p>
        </div>
        <Link
          to="/app/analytics/models"
          className="rounded-check text-ui font-strong text-brand-text no-underline hover:underline"
        >
          Models, drift and schedule
        </Link>
      </div>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {[...newest, ...(current === undefined || newest.includes(current) ? [] : [current])].map((model) => (
          <ModelRow key={model.version} model={model} current={current?.version ?? null} />
        ))}
      </ul>
    </>
  );
}
