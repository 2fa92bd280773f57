import {
  builtInTargets,
  canStandIn,
  customerObject,
  isBuiltInTarget,
  ownColumnOf,
  providerWords,
  type IntegrationProvider,
  type SourceKind,
} from "@forestay/contracts/vocabulary";
import { AppError } from "#platform/http/app-error.ts";
import type { MapLine, SourceField } from "../mapping/mapped-fields.ts";

const LONGEST_KEY = 200;

/** What own columns of the company hold, by their keys. */
export type OwnKinds = ReadonlyMap<string, SourceKind>;

/**
 * Holds a map against what can be read there and what stands here. Throws `validation_failed` with what is wrong at each line
 * (`lines.2.target`), or at `lines` where nobody could be told apart any more.
 */
export function checkLines(
  provider: IntegrationProvider,
  lines: readonly { object: string; field: string; target: string }[],
  fields: readonly SourceField[],
  own: OwnKinds,
): MapLine[] {
  const { name } = providerWords(provider);
  const problems: Record<string, string> = {};
  const taken = new Map<string, string>();
  const seen = new Set<string>();
  const checked = lines.flatMap(({ object, field: named, target }, at): MapLine[] => {
    const field = fields.find((one) => one.object === object && one.name === named);
    if (!field) {
      problems[`lines.${at}.field`] = `${name} has no field '${named}' that can come in.`;
      return [];
    }
    if (seen.has(`${object}:${named}`)) {
      problems[`lines.${at}.field`] = `'${field.label}' is there twice.`;
      return [];
    }
    seen.add(`${object}:${named}`);
    const problem = problemOf(provider, field, target, own);
    const before = taken.get(`${object}:${target}`);
    if (problem !== null) problems[`lines.${at}.target`] = problem;
    else if (before !== undefined)
      problems[`lines.${at}.target`] = `'${before}' goes there already: two fields cannot go into one.`;
    taken.set(`${object}:${target}`, field.label);
    return [{ object, field: named, kind: field.kind, target }];
  });
  const customers = customerObject(provider);
  const tells = (target: string) =>
    checked.some((line) => line.object === customers && line.target === target);
  if (Object.keys(problems).length === 0 && !tells("email") && !tells("fullName"))
    problems["lines"] = "Name or e-mail has to come from somewhere: without either nobody can be told apart.";
  if (Object.keys(problems).length > 0) throw new AppError("validation_failed", { fields: problems });
  return checked;
}

function problemOf(
  provider: IntegrationProvider,
  { object, label, kind }: SourceField,
  target: string,
  own: OwnKinds,
): string | null {
  const key = ownColumnOf(target);
  if (key !== null) {
    if (key.trim() !== key || key.length > LONGEST_KEY)
      return "An own column has a name of up to 200 characters.";
    const takes = own.get(key) ?? kind;
    return canStandIn(kind, takes) ? null : wrongKind(key, takes, label, kind);
  }
  if (!isBuiltInTarget(target)) return "There is no such field here.";
  if (object !== customerObject(provider)) return "This is said of each customer, by its own record alone.";
  const { label: ours, takes } = builtInTargets[target];
  return canStandIn(kind, takes) ? null : wrongKind(ours, takes, label, kind);
}

const holds: Record<SourceKind, string> = {
  text: "text",
  number: "numbers",
  date: "dates",
  boolean: "yes or no",
};
const wrongKind = (ours: string, takes: SourceKind, theirs: string, kind: SourceKind): string =>
  `'${ours}' takes ${holds[takes]}; '${theirs}' holds ${holds[kind]}.`;
