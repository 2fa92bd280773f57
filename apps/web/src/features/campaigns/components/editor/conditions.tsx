import type { BrokenLine, CriteriaNode, CriterionField } from "@forestay/contracts/wire";
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
  /** As they are kept, with what is wrong with them by then: said of those that still stand here. */
  kept?: KeptConditions | undefined;
}

export interface KeptConditions {
  conditions: readonly CriteriaNode[];
  /** Below `root`. */
  brokenLines: readonly BrokenLine[];
  root: string;
}

/** Conditions in the one language of rules: all of them hold. */
export function Conditions({ label, fields, conditions, currency, onChange, kept }: ConditionsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <ConditionChips
        fields={fields.map((field) => fromCriterionField(field))}
        conditions={conditions}
        problems={problemsOf(conditions, kept)}
        onChange={onChange}
        format={{ money: (amount) => formatMoney(amount, currency), date: ruleDay }}
      />
    </div>
  );
}

/** What is wrong with conditions, by their places now. */
function problemsOf(
  conditions: readonly CriteriaNode[],
  kept: KeptConditions | undefined,
): Record<string, string> {
  if (kept === undefined) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of kept.brokenLines) {
    if (!path.startsWith(`${kept.root}.`)) continue;
    const [place = "", ...inner] = path.slice(kept.root.length + 1).split(".");
    const now = conditions.findIndex((one) => one === kept.conditions[Number(place)]);
    if (now >= 0) problems[[now, ...inner].join(".")] = message;
  }
  return problems;
}
