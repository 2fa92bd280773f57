import type { Driver as EngineDriver } from "@forestay/churn-model";
import type { Driver } from "@forestay/contracts";
import type { FeaturePlan } from "../features/feature-plan.ts";

const MOST_DRIVERS = 15;

/** What moved the scores most, the forms of one recorded value taken together; strongest = 100. */
export function toDrivers(plan: FeaturePlan, drivers: readonly EngineDriver[]): Driver[] {
  const groups = new Map<string, { label: string; importance: number; strongest: EngineDriver }>();
  for (const driver of drivers) {
    const column = plan.columns.find(({ name }) => name === driver.feature);
    const base = column?.base ?? driver.feature;
    const label =
      plan.columns.find((other) => other.base === base && other.form === "value")?.label ?? driver.label;
    const group = groups.get(base);
    if (!group) groups.set(base, { label, importance: driver.importance, strongest: driver });
    else {
      group.importance += driver.importance;
      if (driver.importance > group.strongest.importance) group.strongest = driver;
    }
  }
  const ranked = [...groups].sort(([, a], [, b]) => b.importance - a.importance).slice(0, MOST_DRIVERS);
  const most = ranked[0]?.[1].importance ?? 0;
  return ranked
    .filter(([, group]) => group.importance > 0)
    .map(([feature, { label, importance, strongest }]) => ({
      feature,
      label,
      importance: Math.round((1000 * importance) / most) / 10,
      direction: strongest.direction === "raises" ? 1 : strongest.direction === "lowers" ? -1 : 0,
      description: inWords(strongest),
    }));
}

function inWords({ direction, effect, label }: EngineDriver): string {
  if (direction === "raises") return `More of it goes with more risk (${label}).`;
  if (direction === "lowers") return `More of it goes with less risk (${label}).`;
  const ranked = effect.toSorted((a, b) => b.logit - a.logit);
  const highest = ranked[0];
  const lowest = ranked.at(-1);
  return highest && lowest && highest !== lowest
    ? `Highest risk at ${highest.value}, lowest at ${lowest.value}.`
    : "No single direction.";
}
