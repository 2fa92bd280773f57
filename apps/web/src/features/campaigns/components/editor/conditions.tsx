import type { CriteriaNode, CriterionField } from "@forestay/contracts/wire";
import { ConditionChips } from "@/components/conditions/condition-chips.tsx";
import { formatMoney } from "@/lib/format/index.ts";
import { ruleDay } from "@/lib/format/rule-values.ts";
import { fromCriterionField } from "@/components/conditions/condition-field.ts";

interface ConditionsProps {
  label: string;
  fields: readonly CriterionField[];
  conditions: readonly CriteriaNode[];
  currency: string;
  onChange: (conditions: CriteriaNode[]) => void;
}

/** Conditions in the one language of rules: all of them hold. */
export function Conditions({ label, fields, conditions, currency, onChange }: ConditionsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <ConditionChips
        fields={fields.map((field) => fromCriterionField(field))}
        conditions={conditions}
        onChange={onChange}
        format={{ money: (amount) => formatMoney(amount, currency), date: ruleDay }}
      />
    </div>
  );
}
