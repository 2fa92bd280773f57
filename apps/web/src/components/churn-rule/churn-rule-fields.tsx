import { wholeDaysSchema } from "@forestay/contracts/schemas";
import type { ChurnDefinition, ChurnPreview, ChurnRule } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { FieldPathByValue, FieldValues, PathValue } from "react-hook-form";
import { useFormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import type { TextName } from "@/components/form/text-field.tsx";
import { typedNumber } from "@/components/form/typed-values.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
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

interface ChurnRuleFieldsProps<Values extends FieldValues> {
  form: ServerForm<Values>;
  /** Where the form keeps the two: the definition, and the days as typed. */
  names: { definition: FieldPathByValue<Values, ChurnDefinition>; days: TextName<Values> };
  stored: ChurnRule;
  disabled?: boolean;
}

/** The one question, with how many of today's customers each answer would call gone. */
export function ChurnRuleFields<Values extends FieldValues>({
  form,
  names,
  stored,
  disabled = false,
}: ChurnRuleFieldsProps<Values>) {
  const { value, onChange } = useFormField(form, names.definition);
  const definition: ChurnDefinition = value;
  const days: string = useWatch({ control: form.control, name: names.days });
  const typed = typedNumber(wholeDaysSchema).safeParse(days);
  const { data: preview } = useQuery(churnPreviewQuery(typed.success ? typed.data : stored.inactiveDays));
  const counted = preview === undefined || preview.customers === 0 ? undefined : preview;
  const silenceCounts = definition !== "cancelled";

  function choose(next: ChurnDefinition) {
    onChange(next);
    // Days that are not asked for stay as they were.
    if (next === "cancelled") {
      const before = String(stored.inactiveDays) as PathValue<Values, typeof names.days>;
      form.setValue(names.days, before, { shouldDirty: true });
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <RadioList
        legend="A customer has left when"
        value={definition}
        disabled={disabled}
        onChange={choose}
        options={choices.map((choice) => ({ ...choice, figure: figureOf(counted, choice.value) }))}
      />
      {silenceCounts ? (
        <TextField
          form={form}
          name={names.days}
          label="Days without activity"
          help="Counted from the last activity, or the last login."
          disabled={disabled}
          inputMode="numeric"
          boxClassName="w-28"
        />
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
