import type { ColumnChoice, ModelQuality } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { modelQueries, useChooseColumn } from "../api/model-queries.ts";

type Choice = ColumnChoice["choice"];

const answers: Record<Choice, string> = {
  keep: "Known before: used without asking again from the next training on.",
  leave_out: "Left out from the next training on.",
};

/** What the verdict waits for: of each column named, whether it was known before a customer left. */
export function ConfirmColumns({ leakage }: { leakage: ModelQuality["leakage"] }) {
  const { data } = useQuery(modelQueries.columns());
  const asked = Map.groupBy(
    leakage.filter(({ verdict, confirmed, field }) => verdict === "warned" && !confirmed && field !== null),
    ({ field }) => field ?? "",
  );
  if (asked.size === 0) return null;
  return (
    <section aria-label="Columns to confirm" className="border-y border-line px-4 py-3 md:px-5">
      <h3 className="m-0 text-ui font-strong text-ink">Were these known before a customer left?</h3>
      <p className="m-0 max-w-180 text-ui text-ink-2">
        What is filled in, or stops, when somebody leaves tells the model the answer: it then looks better
        than it will be on customers who are still there.
      </p>
      <ul className="m-0 mt-2 flex list-none flex-col divide-y divide-line p-0">
        {[...asked].map(([field, [first]]) => (
          <li key={field} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-2.5">
            <div className="min-w-60 flex-1 text-ui">
              <span className="block font-emphasis text-ink [overflow-wrap:anywhere]">{first?.column}</span>
              <span className="block max-w-160 text-note text-ink-2">{first?.message}</span>
            </div>
            {data === undefined ? null : (
              <Answer
                field={field}
                label={first?.column ?? field}
                chosen={data.items.find((one) => one.field === field)?.choice ?? null}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ field, label, chosen }: { field: string; label: string; chosen: Choice | null }) {
  const choose = useChooseColumn();
  const set = (choice: Choice | null) =>
    choose.mutate(
      { field, label, choice },
      { onError: (error) => toast.error("The answer was not stored", error.message) },
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chosen === null ? null : <span className="text-note text-ink-2">{answers[chosen]}</span>}
      <Authorize policy="analytics:run">
        {chosen === null ? (
          <>
            <Button
              size="sm"
              pending={choose.isPending}
              aria-label={`Yes, known before: ${label}`}
              onClick={() => set("keep")}
            >
              Yes, known before
            </Button>
            <Button
              size="sm"
              pending={choose.isPending}
              aria-label={`No, leave it out: ${label}`}
              onClick={() => set("leave_out")}
            >
              No, leave it out
            </Button>
          </>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            pending={choose.isPending}
            aria-label={`Change the answer of ${label}`}
            onClick={() => set(null)}
          >
            Change
          </Button>
        )}
      </Authorize>
    </div>
  );
}
