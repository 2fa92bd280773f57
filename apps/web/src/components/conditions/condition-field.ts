import type { AttributeDefinition, CustomerCondition } from "@forestay/contracts/wire";
import type { Operator } from "@forestay/contracts/wire";

/** One condition of a list, a segment or an audience; all of them hold together. */
export type Condition = CustomerCondition;
export type ConditionKind = AttributeDefinition["kind"] | "choice";

/** A field that conditions can be set on: its words, how its value is entered, and which operators make sense. */
export interface ConditionField {
  field: string;
  label: string;
  kind: ConditionKind;
  operators: readonly Operator[];
  /** The values to choose from; of a `choice` these are all there are. */
  choices?: readonly { value: string | number; label: string }[];
}

const operatorsByKind: Record<ConditionKind, readonly Operator[]> = {
  choice: ["In", "NotIn"],
  text: ["Equals", "NotEquals", "Contains"],
  number: ["GreaterThan", "LessThan", "Equals", "NotEquals"],
  money: ["GreaterThan", "LessThan", "Equals"],
  date: ["GreaterThan", "LessThan"],
  boolean: ["Equals"],
};

/** A field with the operators of its kind. */
export function conditionField(
  name: string,
  label: string,
  kind: ConditionKind,
  choices?: ConditionField["choices"],
): ConditionField {
  return { field: name, label, kind, operators: operatorsByKind[kind], ...(choices ? { choices } : {}) };
}
