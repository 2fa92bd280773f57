import type { ChurnDefinition, ChurnPreview, ChurnRule } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { churnPreviewQuery } from "./churn-preview-query.ts";

const choices: readonly { value: ChurnDefinition; label: string; help: string }[] = [
  {
    value: "cancelled",
    label: "The subscription has ended",
    help: "An end date that has passed, or Cancelled or Inactive.",
  },
  {
    value: "inactive",
    label: "There was no activity for a while",
    help: "For products that nobody cancels: people stop coming.",
  },
  {
    value: "cancelled_or_inactive",
    label: "Either, whichever comes first",
    help: "For subscriptions that go on after people have stopped.",
  },
];

/** What a person has chosen so far; the days as typed. */
export interface ChurnRuleDraft {
  definition: ChurnDefinition;
  days: string;
}

export const draftOf = ({ definition, inactiveDays }: ChurnRule): ChurnRuleDraft => ({
  definition,
  days: String(inactiveDays),
});

/** The rule as drafted, or what is wrong with its days. Days that are not asked for stay as they were. */
export function checkDraft(
  { definition, days }: ChurnRuleDraft,
  before: ChurnRule,
): { rule: ChurnRule } | { problem: string } {
  if (definition === "cancelled") return { rule: { definition, inactiveDays: before.inactiveDays } };
  const inactiveDays = Number(days);
  return days.trim() !== "" && Number.isInteger(inactiveDays) && inactiveDays >= 7 && inactiveDays <= 365
    ? { rule: { definition, inactiveDays } }
    : { problem: "Enter a whole number of days from 7 to 365" };
}

interface ChurnRuleFieldsProps {
  draft: ChurnRuleDraft;
  stored: ChurnRule;
  onChange: (draft: ChurnRuleDraft) => void;
  problem?: string | undefined;
  disabled?: boolean;
}

/** The one question, with how many of today's customers each answer would call gone. */
export function ChurnRuleFields({
  draft,
  stored,
  onChange,
  problem,
  disabled = false,
}: ChurnRuleFieldsProps) {
  const checked = checkDraft({ ...draft, definition: "inactive" }, stored);
  const { data: preview } = useQuery(
    churnPreviewQuery("rule" in checked ? checked.rule.inactiveDays : stored.inactiveDays),
  );
  const counted = preview === undefined || preview.customers === 0 ? undefined : preview;
  const silenceCounts = draft.definition !== "cancelled";
  return (
    <div className="flex flex-col gap-4">
      <RadioList
        legend="A customer has left when"
        value={draft.definition}
        disabled={disabled}
        onChange={(definition) => onChange({ ...draft, definition })}
        options={choices.map((choice) => ({ ...choice, figure: figureOf(counted, choice.value) }))}
      />
      {silenceCounts ? (
        <Field
          label="Days without activity"
          help="Counted from the last activity, or the last login."
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              disabled={disabled}
              inputMode="numeric"
              className="w-28"
              value={draft.days}
              onChange={(event) => onChange({ ...draft, days: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {counted === undefined ? null : <Limits preview={counted} silenceCounts={silenceCounts} />}
    </div>
  );
}

function figureOf(preview: ChurnPreview | undefined, definition: ChurnDefinition) {
  const gone = preview?.definitions.find((one) => one.definition === definition)?.gone;
  return gone === undefined ? undefined : `${formatCount(gone)} gone today`;
}

/** What the counts rest on, where it is not what one would think. */
function Limits({ preview, silenceCounts }: { preview: ChurnPreview; silenceCounts: boolean }) {
  const { customers, labelled, withoutActivity, activityUntil } = preview;
  const notes: string[] = [];
  if (silenceCounts && activityUntil === null) {
    notes.push(
      "No activity is recorded for any customer, so nobody counts as silent. Import a last activity.",
    );
  } else if (silenceCounts && activityUntil !== null) {
    notes.push(
      `Silence is counted up to ${formatShortDate(activityUntil)}, the newest activity in your data.`,
    );
    if (withoutActivity > 0) {
      notes.push(
        `${formatCounted(withoutActivity, "customer")} without any recorded activity: silence says nothing about them.`,
      );
    }
  }
  if (labelled > 0) {
    notes.push(
      `${labelled === customers ? "Your customers carry" : `${formatCounted(labelled, "customer")} with`} a label of your own (left: yes or no): it goes before this answer.`,
    );
  }
  if (notes.length === 0) return null;
  return (
    <ul className="m-0 flex list-none flex-col gap-1 p-0 text-note text-ink-3">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
