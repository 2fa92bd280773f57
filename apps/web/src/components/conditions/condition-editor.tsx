import { emptyLabels, isRelative, operatorLabels, windowDaysOf } from "@forestay/contracts/wire";
import type { Operator } from "@forestay/contracts/wire";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { dayOfInstant, instantOfDay, listText, readList } from "@/lib/format/rule-values.ts";
import type { Condition, ConditionField } from "./condition-field.ts";

interface ConditionEditorProps {
  field: ConditionField;
  condition?: Condition;
  onApply: (condition: Condition) => void;
}

/** Operator and value of one condition; says what is wrong at the value and applies only a usable one. */
export function ConditionEditor({ field, condition, onApply }: ConditionEditorProps) {
  const [operator, setOperator] = useState<Comparison>(initialComparison(field, condition));
  const [text, setText] = useState(initialText(condition));
  const [chosen, setChosen] = useState<readonly (string | number)[]>(initialChoices(condition));
  const [error, setError] = useState<string>();

  function apply(event: FormEvent) {
    event.preventDefault();
    if (operator === "empty" || operator === "notEmpty") {
      const asks = operator === "empty" ? "Equals" : "NotEquals";
      onApply({ field: field.field, operator: asks, value: null });
      return;
    }
    const value = readValue(field, operator, { text, chosen });
    if (typeof value === "object" && "problem" in value) setError(value.problem);
    else onApply({ field: field.field, operator, value: value as Condition["value"] });
  }

  return (
    <form onSubmit={apply} className="flex flex-col gap-3">
      {field.operators.length > 1 ? (
        <Select
          label="Comparison"
          value={operator}
          onChange={(next) => {
            setOperator(next);
            setError(undefined);
            // A day is no number of days.
            if (isWindow(next) !== isWindow(operator)) setText("");
          }}
          options={[
            ...field.operators.map((one) => ({ value: one, label: operatorLabels[one] })),
            ...(canBeEmpty(field)
              ? [
                  { value: "empty" as const, label: emptyLabels.Equals },
                  { value: "notEmpty" as const, label: emptyLabels.NotEquals },
                ]
              : []),
          ]}
        />
      ) : null}
      {operator === "empty" || operator === "notEmpty" ? null : field.kind === "choice" ? (
        <fieldset className="m-0 flex max-h-64 flex-col gap-2 overflow-y-auto border-0 p-0.5">
          <legend className="sr-only">{field.label}</legend>
          {(field.choices ?? []).map((choice) => (
            <Checkbox
              key={choice.value}
              label={choice.label}
              checked={chosen.includes(choice.value)}
              onChange={(on) => {
                setChosen(on ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value));
                setError(undefined);
              }}
            />
          ))}
          {error === undefined ? null : <p className="m-0 text-note text-danger-text">{error}</p>}
        </fieldset>
      ) : field.kind === "boolean" ? (
        <Select
          label={field.label}
          value={text === "" ? undefined : text}
          onChange={setText}
          options={[
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]}
        />
      ) : (
        <Field label={field.label} hideLabel error={error}>
          {(control) => (
            <Input
              {...control}
              type={isDated(field) && !isWindow(operator) ? "date" : "text"}
              inputMode={isNumeric(field) || isWindow(operator) ? "decimal" : undefined}
              placeholder={isWindow(operator) ? "Days" : undefined}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      )}
      <Button type="submit" variant="primary" size="sm" className="self-end">
        Apply
      </Button>
    </form>
  );
}

/** Operators, and the two that ask whether anything is known. */
type Comparison = Operator | "empty" | "notEmpty";

function initialComparison(field: ConditionField, condition: Condition | undefined): Comparison {
  if (condition?.value === null) return condition.operator === "NotEquals" ? "notEmpty" : "empty";
  return condition?.operator ?? field.operators[0] ?? "Equals";
}
const isWindow = (one: Comparison) => one !== "empty" && one !== "notEmpty" && isRelative(one);
const canBeEmpty = ({ kind, field }: ConditionField) => kind !== "boolean" && windowDaysOf(field) === null;
const isDated = ({ kind }: ConditionField) => kind === "date" || kind === "day";
const isNumeric = (field: ConditionField) => field.kind !== "text" && !isDated(field);

function initialText(condition: Condition | undefined): string {
  const value = condition?.value;
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return listText(value);
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? dayOfInstant(value) : String(value);
}

function initialChoices(condition: Condition | undefined): (string | number)[] {
  const value = condition?.value;
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return values.filter((one): one is string | number => typeof one !== "boolean");
}

interface Entered {
  text: string;
  chosen: readonly (string | number)[];
}

/** Of 'in' and 'not in' a list, of every other operator one value. */
function readValue(field: ConditionField, operator: Condition["operator"], { text, chosen }: Entered) {
  const isList = operator === "In" || operator === "NotIn";
  if (field.kind === "choice") {
    if (chosen.length === 0) return { problem: "Choose at least one" };
    if (isList) return [...chosen];
    return chosen.length === 1 ? chosen[0] : { problem: "Choose one, or compare with 'in' or 'not in'" };
  }
  if (field.kind === "boolean") return text === "" ? { problem: "Choose yes or no" } : text === "true";
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "Enter a value" };
  if (isRelative(operator)) {
    const days = Number(trimmed);
    return Number.isInteger(days) && days >= 1 ? days : { problem: "Enter whole days, such as 30" };
  }
  if (isNumeric(field)) {
    const number = Number(trimmed.replaceAll(/[,\s$€£]/g, ""));
    return Number.isFinite(number) ? number : { problem: "Enter a number, such as 5000" };
  }
  if (field.kind === "date") return instantOfDay(trimmed);
  if (isList) {
    const values = readList(trimmed);
    return values.length > 0 ? values : { problem: "Enter a value" };
  }
  return trimmed;
}
