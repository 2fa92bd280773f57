import type { Criterion, CriterionField, CriterionKind } from "@forestay/contracts/wire";
import { operatorsOfKind } from "@forestay/contracts/wire";
import type { Operator } from "@forestay/contracts/wire";
import { fieldWords } from "@forestay/contracts/words";

/** One condition of a list; all of them hold together. */
export type Condition = Criterion;
export type ConditionKind = CriterionKind;

/** A field that conditions can be set on: its words, how its value is entered, and which operators make sense. */
export interface ConditionField {
  field: string;
  label: string;
  kind: ConditionKind;
  operators: readonly Operator[];
  /** The values to choose from; of a `choice` these are all there are. */
  choices?: readonly { value: string | number; label: string }[];
}

/** A field of the rule language as a chip's editor takes it, with the window it has under this name. */
export function fromCriterionField(field: CriterionField, name = field.field): ConditionField {
  return conditionField(name, fieldWords(name, field), field.kind, field.choices);
}

/** A field with the operators of its kind. */
export function conditionField(
  name: string,
  label: string,
  kind: ConditionKind,
  choices?: ConditionField["choices"],
): ConditionField {
  return { field: name, label, kind, operators: operatorsOfKind[kind], ...(choices ? { choices } : {}) };
}
