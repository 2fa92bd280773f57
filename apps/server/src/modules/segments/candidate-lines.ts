import { parseField, type Criterion, type CriterionField, DAY_MS } from "@forestay/contracts";
import type { JudgedFacts } from "./scored-facts.ts";

export interface Candidate {
  criterion: Criterion;
  base: string;
}

/** How stored values become what a rule asks for. */
export interface Units {
  /** Milliseconds since 1970. */
  now: number;
  /** Of the company's currency. */
  majorUnits: (minor: number) => number;
}

/** Levels of a text that lines are made of; one with more is a name or an id. */
const MOST_LEVELS = 12;
/** Where a number may be cut. */
const CUTS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;

/**
 * Lines that rules may be made of, on what these customers differ in: numbers cut at round values near their tenths, texts and
 * yes or no by each level. Fields that say who somebody is, or what the score came to, make none.
 */
export function candidateLines(
  judged: readonly JudgedFacts[],
  fields: readonly CriterionField[],
  units: Units,
): Candidate[] {
  return fields.flatMap((field) => {
    const values = valuesOf(field, judged, units);
    if (values === null) return [];
    const known = values.filter((value) => value !== null);
    const line = (operator: Criterion["operator"], value: Criterion["value"]): Candidate => ({
      criterion: { field: field.field, operator, value },
      base: field.field,
    });
    if (known.every((value) => typeof value === "number")) {
      const cuts = roundCuts(known);
      return cuts.flatMap((cut) => [line("GreaterThan", cut), line("LessThan", cut)]);
    }
    const levels = [...new Set(known)];
    if (levels.length < 2 || levels.length > MOST_LEVELS) return [];
    return levels.map((level) =>
      typeof level === "boolean" ? line("Equals", level) : line("In", [level as string | number]),
    );
  });
}

type Value = string | number | boolean | null;

/** What the customers have of a field as a rule asks for it; null where no line is made of it. */
function valuesOf(field: CriterionField, judged: readonly JudgedFacts[], units: Units): Value[] | null {
  const parsed = parseField(field.field);
  if (parsed === null) return null;
  switch (parsed.of) {
    case "attribute":
      return field.kind === "date" ? null : judged.map(({ facts }) => facts.attributes[parsed.key] ?? null);
    case "eventCount":
      return judged.map(({ facts }) => facts.events.filter(({ type }) => type === parsed.type).length);
    case "failedPayments":
      return judged.map(({ facts }) => facts.attempts.length);
    case "customer":
      return ownValues(parsed.name, judged, units);
    default:
      return null;
  }
}

function ownValues(name: string, judged: readonly JudgedFacts[], { now, majorUnits }: Units): Value[] | null {
  const own = (convert: (value: number) => number) =>
    judged.map(({ facts }) => {
      const value = facts.fields[name] ?? null;
      return typeof value === "number" ? convert(value) : value;
    });
  switch (name) {
    case "plan":
      return own((value) => value);
    case "monthlyRevenue":
    case "lifetimeValue":
      return own(majorUnits);
    case "tenureDays":
    case "daysSinceActivity":
      // Whole days, at least one: nobody asks who was last there more than half a day ago.
      return own((at) => Math.max(1, Math.ceil((now - at) / DAY_MS)));
    default:
      return null;
  }
}

/** Round numbers near the tenths of the values, each once. */
function roundCuts(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const sorted = values.toSorted((a, b) => a - b);
  const cuts = CUTS.map((share) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? 0));
  return [...new Set(cuts)].filter((cut) => cut > sorted[0]! || cut < sorted.at(-1)!);
}

/** To two digits: 1,234 is 1,200, and 0.037 is 0.037. */
function rounded(value: number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / step) * step).toPrecision(12));
}
