import {
  emptyLabels,
  isRelative,
  operatorLabels,
  withWindowDays,
  windowDaysOf,
} from "@forestay/contracts/wire";
import type { CriterionField, Operator } from "@forestay/contracts/wire";
import { fieldOf, fieldWords } from "@forestay/contracts/words";
import { CircleAlert, Copy, X } from "lucide-react";
import { Combobox } from "@/components/ui/combobox.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import type { DraftLine } from "../hooks/rule-draft.ts";
import { ValueInput } from "./value-input.tsx";

interface CriterionLineProps {
  line: DraftLine;
  fields: readonly CriterionField[];
  /** 'where', 'and', 'or', 'nor'. */
  joint: string;
  problem: string | undefined;
  onChange: (line: DraftLine) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** Operators by their words, and the two that ask whether anything is known. */
const nothingWords = { unknown: emptyLabels.Equals, known: emptyLabels.NotEquals } as const;
type Comparison = Operator | keyof typeof nothingWords;

/** One criterion: field, comparison, value, and what is wrong with it. */
export function CriterionLine({
  line,
  fields,
  joint,
  problem,
  onChange,
  onCopy,
  onRemove,
}: CriterionLineProps) {
  const field = fieldOf(fields, line.field);
  const name = fieldWords(line.field, field);
  const days = windowDaysOf(line.field);
  const comparison: Comparison = line.asksForNothing
    ? line.operator === "NotEquals"
      ? "known"
      : "unknown"
    : line.operator;
  const operators = field?.operators ?? [line.operator];
  const canBeUnknown = field !== undefined && field.kind !== "boolean" && days === null;
  return (
    <li className="@container grid grid-cols-[3.2rem_minmax(0,1fr)_auto] items-start gap-x-2.5 gap-y-1.5">
      <span className="pt-2 text-right text-ui font-emphasis text-ink-2">{joint}</span>
      <div className="grid min-w-0 gap-2 @md:grid-cols-2 @2xl:grid-cols-[minmax(0,1.2fr)_9.25rem_minmax(0,1.3fr)]">
        <Combobox
          label="Field"
          placeholder="Choose a field"
          searchPlaceholder="Find a field"
          value={field?.field}
          onChange={(next) => {
            const chosen = fields.find((one) => one.field === next);
            if (chosen === undefined || next === field?.field) return;
            onChange({
              ...line,
              field: next,
              operator: chosen.operators[0] ?? "Equals",
              text: "",
              chosen: [],
              asksForNothing: false,
            });
          }}
          options={fields.map((one) => ({ value: one.field, label: one.label, group: one.group }))}
        />
        <Select<Comparison>
          label={`Comparison of ${name}`}
          value={comparison}
          onChange={(next) =>
            onChange(
              next === "known" || next === "unknown"
                ? { ...line, operator: next === "known" ? "NotEquals" : "Equals", asksForNothing: true }
                : {
                    ...line,
                    operator: next,
                    asksForNothing: false,
                    // A day is no number of days.
                    ...(isRelative(next) === isRelative(line.operator) ? {} : { text: "" }),
                  },
            )
          }
          options={[
            ...operators.map((one) => ({ value: one, label: operatorLabels[one] })),
            ...(canBeUnknown
              ? (["unknown", "known"] as const).map((one) => ({ value: one, label: nothingWords[one] }))
              : []),
          ]}
        />
        {line.asksForNothing ? null : (
          <ValueInput
            line={line}
            field={field}
            name={name}
            isInvalid={problem !== undefined}
            onChange={onChange}
          />
        )}
        {days === null ? null : (
          <label className="flex items-center gap-2 text-ui whitespace-nowrap text-ink-2 @md:col-start-2 @2xl:col-start-3">
            {line.field.startsWith("scoreChange.")
              ? "against"
              : line.field.startsWith("levelBefore.")
                ? "as of"
                : "in the last"}
            <Input
              inputMode="numeric"
              aria-label={`Days of ${name}`}
              className="w-18 text-right tabular"
              defaultValue={days}
              key={line.key}
              onChange={(event) => {
                const typed = Number(event.target.value);
                if (Number.isInteger(typed) && typed >= 1 && typed <= 3650)
                  onChange({ ...line, field: withWindowDays(line.field, typed) });
              }}
            />
            {line.field.startsWith("scoreChange.") || line.field.startsWith("levelBefore.")
              ? "days ago"
              : "days"}
          </label>
        )}
      </div>
      <span className="flex pt-0.5">
        <IconButton label={`Copy the line ${name}`} onClick={onCopy}>
          <Copy />
        </IconButton>
        <IconButton label={`Remove the line ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      </span>
      {problem === undefined ? null : (
        <p role="alert" className="col-start-2 m-0 flex items-start gap-1.5 text-note text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </li>
  );
}
