import type { AttentionMarkKind, HiddenMarks } from "@forestay/contracts/wire";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CustomerLink } from "@/components/customer-cells.tsx";
import { TakenOffList, TakenOffRow, TakenOffRows } from "@/components/list/taken-off-list.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { dashboardQueries, useAttentionUnmark } from "../api/dashboard-queries.ts";
import type { AttentionQuery } from "../api/dashboard-queries.ts";

interface HiddenCustomersProps {
  /** How many customers of this plan, segment and currency are off the list. */
  count: number;
  filter: AttentionQuery;
  onUndone: () => void;
}

/** How many are off the list because somebody said so, and on demand who, until when and by whom, each with a way back. */
export function HiddenCustomers({ count, filter, onUndone }: HiddenCustomersProps) {
  if (count === 0) return null;
  const words = `${formatCounted(count, "more customer")} ${count === 1 ? "is" : "are"} done, put off or no risk.`;
  return (
    <TakenOffList words={words}>
      <HiddenList filter={filter} onUndone={onUndone} />
    </TakenOffList>
  );
}

function HiddenList({ filter, onUndone }: Omit<HiddenCustomersProps, "count">) {
  const list = useInfiniteQuery(dashboardQueries.hidden(filter));
  return (
    <TakenOffRows
      query={list}
      total={list.data?.pages[0]?.count ?? 0}
      label="Off the list"
      who="who is off the list"
      row={(one) => <Hidden key={one.id} one={one} onUndone={onUndone} />}
    />
  );
}

const said: Record<AttentionMarkKind, string> = {
  done: "Done",
  snoozed: "Put off",
  not_a_risk: "Not a risk",
};

function Hidden({ one, onUndone }: { one: HiddenMarks["items"][number]; onUndone: () => void }) {
  const unmark = useAttentionUnmark();
  const { id, customerId, name, kind, hiddenUntil, markedAt, markedBy, note } = one;
  return (
    <TakenOffRow
      undoLabel={`Undo for ${name}`}
      policy="customers:write"
      pending={unmark.isPending}
      onUndo={() =>
        unmark.mutate(
          { customerId, markId: id },
          {
            onSuccess: onUndone,
            onError: (error) => toast.error("It could not be taken back", error.message),
          },
        )
      }
    >
      <CustomerLink id={customerId} name={name} />
      <span className="block text-note text-ink-2">
        {said[kind]} until {formatShortDate(hiddenUntil)}
        {kind === "not_a_risk" ? ", or until the level rises" : ""}; said by {markedBy} on{" "}
        {formatShortDate(markedAt)}
        {note === null ? "" : `: ${note}`}
      </span>
    </TakenOffRow>
  );
}
