import type { ColumnChoice, ModelQuality } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { modelQueries, useChooseColumn } from "../api/model-queries.ts";
import { PlainRow, PlainTable } from "./plain-table.tsx";

type Choice = ColumnChoice["choice"] | null;

/** Columns the model was kept from, or warned about, with why; a person says what the next training does with them. */
export function LeftOutColumns({
  leakage,
  dropped,
}: {
  leakage: ModelQuality["leakage"];
  dropped: ModelQuality["droppedColumns"];
}) {
  const { data } = useQuery(modelQueries.columns());
  const chosen = (field: string | null) => data?.items.find((one) => one.field === field)?.choice ?? null;
  return (
    <PlainTable
      caption="Columns left out or watched"
      note="A column that is only known once a customer has left gives the answer away."
      heads={["Column", "Why"]}
    >
      {leakage.map((one) => (
        <PlainRow
          key={`leak-${one.column}`}
          name={one.column}
          cells={[
            <>
              {leakWords(one)}: {one.message}
              {one.field === null || data === undefined ? null : (
                <ColumnAction
                  field={one.field}
                  label={one.column}
                  verdict={one.verdict}
                  chosen={chosen(one.field)}
                />
              )}
            </>,
          ]}
          words
        />
      ))}
      {dropped.map((one) => (
        <PlainRow
          key={`drop-${one.column}`}
          name={one.column}
          cells={[
            <>
              {one.detail === "" ? one.reason : one.detail}
              {one.field === null || data === undefined ? null : (
                <ColumnAction
                  field={one.field}
                  label={one.column}
                  verdict="asked"
                  chosen={chosen(one.field)}
                />
              )}
            </>,
          ]}
          words
        />
      ))}
    </PlainTable>
  );
}

function leakWords({ verdict, confirmed }: ModelQuality["leakage"][number]): string {
  if (confirmed) return "Known before, as you said";
  return verdict === "excluded" ? "Excluded" : "Warning";
}

/** What the next training will do, and the way to have it otherwise. */
function ColumnAction({
  field,
  label,
  verdict,
  chosen,
}: {
  field: string;
  label: string;
  verdict: "excluded" | "warned" | "asked";
  chosen: Choice;
}) {
  const choose = useChooseColumn();
  const isUsedNext = chosen === "keep" || (chosen === null && verdict !== "excluded");
  const set = (choice: Choice) =>
    choose.mutate(
      { field, label, choice },
      { onError: (error) => toast.error("The choice was not stored", error.message) },
    );
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      {chosen === null && verdict !== "asked" ? null : (
        <span className="text-note text-ink-3">
          {isUsedNext ? "Used" : "Left out"} from the next training on.
        </span>
      )}
      <Authorize policy="analytics:run">
        {verdict === "warned" && chosen === null ? (
          <Button
            size="sm"
            pending={choose.isPending}
            pendingLabel="Storing..."
            aria-label={`Keep: it is known before a customer leaves, ${label}`}
            onClick={() => set("keep")}
          >
            Keep: it is known before a customer leaves
          </Button>
        ) : null}
        <Button
          size="sm"
          pending={choose.isPending}
          pendingLabel="Storing..."
          aria-label={`${isUsedNext ? "Leave out" : verdict === "excluded" ? "Keep" : "Use"} ${label}`}
          onClick={() => set(isUsedNext ? "leave_out" : verdict === "excluded" ? "keep" : null)}
        >
          {isUsedNext
            ? "Leave out"
            : verdict === "excluded"
              ? "Keep: it is known before a customer leaves"
              : "Use again"}
        </Button>
      </Authorize>
    </span>
  );
}
