import { canStandIn, ownColumnTarget } from "@forestay/contracts/wire";
import type { ComboboxOption } from "@/components/ui/combobox.tsx";
import type { FieldMap } from "../../api/integration-queries.ts";

export type MapField = FieldMap["fields"][number];

/** Where each field goes that somebody moved, by its key. */
export type MapDraft = ReadonlyMap<string, string | null>;

export const NOWHERE = "none";
export const keyOf = ({ object, field }: MapField): string => `${object}:${field}`;
export const targetIn = (draft: MapDraft, field: MapField): string | null =>
  draft.has(keyOf(field)) ? (draft.get(keyOf(field)) ?? null) : field.target;

/** All that comes in, as it is sent. */
export const linesOf = (fields: readonly MapField[], draft: MapDraft) =>
  fields.flatMap((one) => {
    const target = targetIn(draft, one);
    return target === null ? [] : [{ object: one.object, field: one.field, target }];
  });

/** What is wrong with fields, by their keys, from errors by the line they were sent at (`lines.3.target`). */
export function problemsOf(
  fields: readonly MapField[],
  draft: MapDraft,
  said: Readonly<Record<string, string>>,
): Map<string, string> {
  const sent = fields.filter((one) => targetIn(draft, one) !== null);
  return new Map(
    sent.flatMap((one, at) => {
      const problem = said[`lines.${at}.target`] ?? said[`lines.${at}.field`];
      return problem === undefined ? [] : [[keyOf(one), problem] as const];
    }),
  );
}

/** What a field can go into: nothing, fields of customers, own columns that take it, and a new one that is called as it is there. */
export function optionsOf(
  field: MapField,
  { targets }: Pick<FieldMap, "targets">,
  customers: string | undefined,
  name: string,
): ComboboxOption<string>[] {
  const own = ownColumnTarget(field.label.trim().slice(0, 200));
  return [
    { value: NOWHERE, label: "Not taken" },
    ...targets
      .filter(
        ({ takes, isOfCustomer }) =>
          canStandIn(field.kind, takes) && (!isOfCustomer || field.object === customers),
      )
      .map(({ target, label, isOwnColumn }) => ({
        value: target,
        label,
        group: isOwnColumn ? "Own columns" : "Every customer",
      })),
    ...(targets.some(({ target }) => target === own)
      ? []
      : [{ value: own, label: `New column: ${field.label}`, group: `As ${name} calls it` }]),
  ];
}
