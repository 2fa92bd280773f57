import type { WhatIfFields } from "@forestay/contracts/wire";
import type { CompanyWhatIfInput } from "../api/what-if-queries.ts";

/** What is changed per field: a percentage of a number, or a value of a choice; left out = as it is. */
export type Changes = Readonly<Record<string, number | string>>;

/** Whom the change is for: everybody, a level, or a value of a field; as one text, so that a menu can hold it. */
export const everyone = "all";

/** The groups as options of a menu, from everybody to single values. */
export function groupOptions(
  groups: WhatIfFields["groups"],
  levels: readonly { value: number; label: string }[],
): { value: string; label: string; group?: string }[] {
  return [
    { value: everyone, label: "All active customers" },
    ...levels.map(({ value, label }) => ({
      value: JSON.stringify({ levels: [value] }),
      label: `${label} now`,
      group: "Risk level",
    })),
    ...groups.flatMap(({ field, label, options }) =>
      options.map((option) => ({
        value: JSON.stringify({ where: { field, value: option } }),
        label: `${label}: ${option}`,
        group: label,
      })),
    ),
  ];
}

/** The call for a choice; null where nothing is changed yet. */
export function whatIfInput(group: string, changes: Changes): CompanyWhatIfInput | null {
  const list = Object.entries(changes)
    .filter(([, value]) => value !== 0)
    .map(([field, value]) => (typeof value === "number" ? { field, percent: value } : { field, value }));
  if (list.length === 0) return null;
  return {
    changes: list,
    ...(group === everyone ? {} : { group: JSON.parse(group) as NonNullable<CompanyWhatIfInput["group"]> }),
  };
}
