import { DONE_HIDES_DAYS, NOT_A_RISK_HIDES_DAYS, SNOOZE_DAYS } from "@forestay/contracts/wire";
import type { AttentionItem, AttentionMark, AttentionMarkKind } from "@forestay/contracts/wire";
import { Check, Clock, Ellipsis, ListPlus, ShieldCheck } from "lucide-react";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { UndoLine } from "@/components/ui/undo-line.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { useAttentionMark, useAttentionUnmark } from "../api/dashboard-queries.ts";

/** What was said last, so that it can be taken back where it was said. */
export interface Marked {
  name: string;
  mark: AttentionMark;
}

/** A task of the next step, or what is said of the customer: done, later, or no risk, and it leaves the list. */
export function AttentionActions({
  one,
  onMarked,
  onTask,
}: {
  one: AttentionItem;
  onMarked: (marked: Marked) => void;
  onTask: (one: AttentionItem) => void;
}) {
  const mark = useAttentionMark();
  const say = (kind: AttentionMarkKind) =>
    mark.mutate(
      {
        customerId: one.customerId,
        kind,
        ...(kind === "snoozed" ? { days: SNOOZE_DAYS } : {}),
        ...(kind === "done" && one.action !== null ? { stepCode: one.action.code } : {}),
      },
      {
        onSuccess: (made) => onMarked({ name: one.name, mark: made }),
        onError: (error) => toast.error("It was not noted", error.message),
      },
    );
  return (
    <Authorize policy="customers:write">
      <DropdownMenu
        trigger={
          <IconButton label={`What to do about ${one.name}`} size="sm" tooltip={false}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<ListPlus />} onSelect={() => onTask(one)}>
          {one.action === null ? "Create task" : `Create task: ${one.action.title}`}
        </MenuItem>
        <MenuItem icon={<Check />} onSelect={() => say("done")} disabled={mark.isPending}>
          {one.action === null ? "Done" : `Done: ${one.action.title}`}
        </MenuItem>
        <MenuItem icon={<Clock />} onSelect={() => say("snoozed")} disabled={mark.isPending}>
          Remind in {SNOOZE_DAYS} days
        </MenuItem>
        <MenuItem icon={<ShieldCheck />} onSelect={() => say("not_a_risk")} disabled={mark.isPending}>
          Not a risk
        </MenuItem>
      </DropdownMenu>
    </Authorize>
  );
}

const said: Record<AttentionMarkKind, string> = {
  done: `is done, and off the list for ${DONE_HIDES_DAYS} days.`,
  snoozed: `comes back in ${SNOOZE_DAYS} days.`,
  not_a_risk: `is no risk, and off the list for ${NOT_A_RISK_HIDES_DAYS} days, or until the level rises. It is counted in the track record beside what becomes of the customer; scores do not learn from it.`,
};

/** What was just said of a customer, with a way back. */
export function MarkedLine({ marked, onUndone }: { marked: Marked; onUndone: () => void }) {
  const unmark = useAttentionUnmark();
  const { name, mark } = marked;
  return (
    <UndoLine
      className="border-t border-line"
      pending={unmark.isPending}
      onUndo={() =>
        unmark.mutate(
          { customerId: mark.customerId, markId: mark.id },
          {
            onSuccess: onUndone,
            onError: (error) => toast.error("It could not be taken back", error.message),
          },
        )
      }
    >
      <strong className="font-strong text-ink">{name}</strong> {said[mark.kind]}
    </UndoLine>
  );
}
