import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { modelQueries } from "../api/model-queries.ts";
import { ModelRow } from "./model-row.tsx";

/** Beyond these the page of models goes on. */
const SHOWN = 3;

/** The newest stored models: what each was worth, why it is or is not in use, and the way back to it. */
export function ModelsList() {
  const models = useQuery(modelQueries.list());
  if (models.isError) {
    return (
      <SheetRow>
        <ErrorState
          title="The models did not load"
          message={models.error.message}
          onRetry={() => void models.refetch()}
          retrying={models.isFetching}
        />
      </SheetRow>
    );
  }
  if (models.data === undefined || models.data.items.length === 0) return null;
  const { items } = models.data;
  const current = items.find(({ isCurrent }) => isCurrent);
  const newest = items.slice(0, SHOWN);
  return (
    <SheetRow>
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
    </SheetRow>
  );
}
