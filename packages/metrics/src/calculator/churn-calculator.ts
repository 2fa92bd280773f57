import { wilsonInterval } from "@forestay/churn-model/statistics";
import { averageRevenuePerAccount, grossMrrChurn, netMrrChurn } from "../revenue/revenue-rates.ts";
import { calculatorPeriods, type CalculatorInputs } from "./calculator-inputs.ts";
import { checkCalculator, type CalculatorProblems } from "./calculator-problems.ts";

/** A course of MRR to come: its value today and at the end of each month, in fractions of minor units. */
export interface MrrCourse {
  readonly name: "today" | "target" | "one-point" | "two-points" | "recovery";
  /** Logo churn a month on this course. */
  readonly monthlyChurn: number;
  readonly mrrMinor: readonly number[];
  /** What it brings in more than today's course, all months together. */
  readonly keptMinor: number;
}

export interface CalculatorAnswer {
  /** Of the period, as counted. */
  readonly periodChurn: number;
  /** 1 - (1 - c)^(1/k): the monthly rate that, compounded, makes the period's. */
  readonly monthlyChurn: number;
  /** 1 - (1 - c_m)^12, not twelve times c_m: who left cannot leave again. */
  readonly yearlyChurn: number;
  /** 95% Wilson interval of the period's rate, as a monthly one; null from 1,000 customers on, where it is narrow. */
  readonly monthlyInterval: { readonly low: number; readonly high: number } | null;
  readonly netCustomers: number;
  readonly arpaMinor: number;
  /** Of the period: (churn + contraction) / start, and less expansion; null where nobody paid. */
  readonly grossMrrChurn: number | null;
  readonly netMrrChurn: number | null;
  readonly grossRetention: number | null;
  readonly netRetention: number | null;
  /** 1 / c_m, as if churn stayed what it is; null where nobody left. */
  readonly lifetimeMonths: number | null;
  readonly targetLifetimeMonths: number | null;
  /** ARPA x margin / c_m; null where nobody left. */
  readonly lifetimeValueMinor: number | null;
  readonly targetLifetimeValueMinor: number | null;
  readonly lifetimeValueToAcquisition: number | null;
  /** Months until a customer has paid back what it cost to win. */
  readonly paybackMonths: number | null;
  /** Customers of today who are there after a year. */
  readonly keptAfterYear: number;
  readonly targetKeptAfterYear: number;
  /** A year's MRR lost to failed payments that could be brought in. */
  readonly recoverableMinor: number;
  readonly today: MrrCourse;
  readonly target: MrrCourse;
  /** What today's course loses against one on which nobody leaves or pays less, all months together. */
  readonly lostMinor: number;
  /** Monthly churn one and two points lower, and a fifth more of the failed payments brought in. */
  readonly sensitivity: readonly MrrCourse[];
}

const FEW_CUSTOMERS = 1000;
const YEAR_MONTHS = 12;

/** The rate a month that makes `rate` in `months`, compounded. */
const perMonth = (rate: number, months: number) => 1 - (1 - rate) ** (1 / months);
const overMonths = (rate: number, months: number) => 1 - (1 - rate) ** months;

/**
 * What churn costs, by what was counted in one period: rates, lifetimes, and MRR of the months to come by
 * MRR(k+1) = MRR(k) x (1 - g + e) + new, with monthly gross churn g and expansion e. A course with another logo churn loses
 * MRR to churn in proportion to it; contraction and expansion stay. Problems, by field, where it cannot be worked out.
 * @param months How far ahead, 1 or more.
 */
export function calculateChurn(
  inputs: CalculatorInputs,
  months: number,
): { answer: CalculatorAnswer; problems: null } | { answer: null; problems: CalculatorProblems } {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`${months} months ahead`);
  const problems = checkCalculator(inputs);
  if (problems !== null) return { answer: null, problems };
  const { customersAtStart, customersLost, mrrMinor, marginShare, targetChurn } = inputs;
  const length = calculatorPeriods[inputs.period];
  const periodChurn = customersLost / customersAtStart;
  const monthlyChurn = perMonth(periodChurn, length);
  const arpaMinor = averageRevenuePerAccount(mrrMinor, customersAtStart) ?? 0;
  const churnMinor = inputs.lostMinor ?? customersLost * arpaMinor;
  const flow = {
    startMinor: mrrMinor,
    reactivationMinor: 0,
    churnMinor,
    contractionMinor: inputs.contractionMinor,
    expansionMinor: inputs.expansionMinor,
  };
  const gross = grossMrrChurn(flow);
  const net = netMrrChurn(flow);
  const courses = courseMaker(inputs, { churnMinor, monthlyChurn, length, months });
  const today = courses("today", monthlyChurn);
  const none = courses("today", 0, { withoutContraction: true });
  const earned = arpaMinor * marginShare;
  const valueAt = (churn: number) => (churn > 0 ? earned / churn : null);
  const lifetimeValueMinor = valueAt(monthlyChurn);
  const acquisition = inputs.acquisitionMinor;
  const wilson = wilsonInterval(customersLost, customersAtStart);
  return {
    problems: null,
    answer: {
      periodChurn,
      monthlyChurn,
      yearlyChurn: overMonths(monthlyChurn, YEAR_MONTHS),
      monthlyInterval:
        customersAtStart < FEW_CUSTOMERS
          ? { low: perMonth(wilson.low, length), high: perMonth(wilson.high, length) }
          : null,
      netCustomers: inputs.newCustomers - customersLost,
      arpaMinor,
      grossMrrChurn: gross,
      netMrrChurn: net,
      grossRetention: gross === null ? null : 1 - gross,
      netRetention: net === null ? null : 1 - net,
      lifetimeMonths: monthlyChurn > 0 ? 1 / monthlyChurn : null,
      targetLifetimeMonths: targetChurn > 0 ? 1 / targetChurn : null,
      lifetimeValueMinor,
      targetLifetimeValueMinor: valueAt(targetChurn),
      lifetimeValueToAcquisition:
        acquisition === null || acquisition === 0 || lifetimeValueMinor === null
          ? null
          : lifetimeValueMinor / acquisition,
      paybackMonths: acquisition === null || earned === 0 ? null : acquisition / earned,
      keptAfterYear: customersAtStart * (1 - monthlyChurn) ** YEAR_MONTHS,
      targetKeptAfterYear: customersAtStart * (1 - targetChurn) ** YEAR_MONTHS,
      recoverableMinor: (inputs.failedShare * inputs.recoveryRate * churnMinor * YEAR_MONTHS) / length,
      today,
      target: courses("target", targetChurn),
      lostMinor: -sumOver(today.mrrMinor, none.mrrMinor),
      sensitivity: [
        courses("one-point", Math.max(0, monthlyChurn - 0.01)),
        courses("two-points", Math.max(0, monthlyChurn - 0.02)),
        courses("recovery", monthlyChurn * (1 - inputs.failedShare * RECOVERED_MORE)),
      ],
    },
  };
}

/** A fifth of failed payments more than today. */
const RECOVERED_MORE = 0.2;

/** What `course` brings in more than `other`, from the end of the first month on. */
const sumOver = (course: readonly number[], other: readonly number[]) =>
  course.slice(1).reduce((sum, mrr, at) => sum + mrr - (other[at + 1] ?? 0), 0);

function courseMaker(
  inputs: CalculatorInputs,
  facts: { churnMinor: number; monthlyChurn: number; length: number; months: number },
) {
  const { mrrMinor, newMinor, contractionMinor, expansionMinor } = inputs;
  const { churnMinor, monthlyChurn, length, months } = facts;
  const share = (minor: number) => (mrrMinor > 0 ? minor / mrrMinor : 0);
  const lost = perMonth(share(churnMinor), length);
  const contracted = perMonth(share(contractionMinor), length);
  const expanded = (1 + share(expansionMinor)) ** (1 / length) - 1;
  const run = (churn: number, withoutContraction: boolean) => {
    // Where nobody has left yet, a rate of customers is taken for one of MRR.
    const lostNow = monthlyChurn > 0 ? Math.min(1, (lost * churn) / monthlyChurn) : churn;
    const growth = 1 - lostNow - (withoutContraction ? 0 : contracted) + expanded;
    const course = [mrrMinor];
    for (let month = 0; month < months; month++)
      course.push(Math.max(0, (course[month] ?? 0) * growth + newMinor));
    return course;
  };
  const today = run(monthlyChurn, false);
  return (
    name: MrrCourse["name"],
    churn: number,
    { withoutContraction = false }: { withoutContraction?: boolean } = {},
  ): MrrCourse => {
    const course = run(churn, withoutContraction);
    return { name, monthlyChurn: churn, mrrMinor: course, keptMinor: sumOver(course, today) };
  };
}
