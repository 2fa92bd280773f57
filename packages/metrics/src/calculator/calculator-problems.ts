import type { CalculatorInputs } from "./calculator-inputs.ts";

export type CalculatorField = Exclude<keyof CalculatorInputs, "period">;
/** What is wrong, in words, by the field it was found at. */
export type CalculatorProblems = Readonly<Partial<Record<CalculatorField, string>>>;

const counts = ["customersAtStart", "customersLost", "newCustomers"] as const;
const amounts = ["mrrMinor", "contractionMinor", "expansionMinor", "newMinor"] as const;
const shares = ["marginShare", "failedShare", "recoveryRate", "targetChurn"] as const;
/** More than any company has, and far below where sums lose cents. */
const MOST_CUSTOMERS = 1_000_000_000;
const MOST_MINOR = 10 ** 14;

/** What keeps an answer from being worked out; null where nothing does. */
export function checkCalculator(inputs: CalculatorInputs): CalculatorProblems | null {
  const problems: Partial<Record<CalculatorField, string>> = {};
  for (const field of counts) {
    if (!isBetween(inputs[field], MOST_CUSTOMERS)) problems[field] = "Enter a number of customers, 0 or more";
    else if (!Number.isInteger(inputs[field])) problems[field] = "Enter a whole number of customers";
  }
  for (const field of amounts) {
    if (!isBetween(inputs[field], MOST_MINOR)) problems[field] = "Enter an amount, 0 or more";
  }
  for (const field of ["lostMinor", "acquisitionMinor"] as const) {
    if (inputs[field] !== null && !isBetween(inputs[field], MOST_MINOR))
      problems[field] = "Enter an amount, or leave it empty";
  }
  for (const field of shares) {
    if (!isBetween(inputs[field], 1)) problems[field] = "Enter a percentage from 0 to 100";
  }
  const { customersAtStart, customersLost, mrrMinor, lostMinor, contractionMinor } = inputs;
  if (customersAtStart === 0) problems.customersAtStart = "Enter at least one customer";
  else if (customersLost > customersAtStart)
    problems.customersLost = "More customers left than there were at the start";
  if ((lostMinor ?? 0) > mrrMinor) problems.lostMinor = "More revenue was lost than there was at the start";
  else if ((lostMinor ?? 0) + contractionMinor > mrrMinor)
    problems.contractionMinor = "With what was lost, this is more than there was at the start";
  return Object.keys(problems).length === 0 ? null : problems;
}

const isBetween = (value: number, most: number) => Number.isFinite(value) && value >= 0 && value <= most;
