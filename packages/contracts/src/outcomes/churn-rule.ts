/** What counts as having left, in one question. */
export const churnDefinitions = ["cancelled", "inactive", "cancelled_or_inactive"] as const;
export type ChurnDefinition = (typeof churnDefinitions)[number];

/**
 * When a customer has left. `inactiveDays` (silence since the last activity) says something only where silence counts.
 * A label of the company's own ('left: yes/no') goes before either.
 */
export interface ChurnRule {
  definition: ChurnDefinition;
  inactiveDays: number;
}

export const DEFAULT_CHURN_RULE: ChurnRule = { definition: "cancelled", inactiveDays: 60 };

/** Whether two rules call the same customers gone: days say nothing where only an end counts. */
export function isSameChurnRule(a: ChurnRule, b: ChurnRule): boolean {
  return a.definition === b.definition && (a.definition === "cancelled" || a.inactiveDays === b.inactiveDays);
}

/** As the end of a sentence: 'A customer has left when ...'. */
export function churnRuleInWords({ definition, inactiveDays }: ChurnRule): string {
  const silence = `there was no activity for ${inactiveDays} days`;
  if (definition === "cancelled") return "the subscription has ended";
  return definition === "inactive" ? silence : `the subscription has ended or ${silence}`;
}
