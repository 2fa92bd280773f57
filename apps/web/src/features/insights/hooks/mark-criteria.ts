import { churnReasons, mrrMovementKinds } from "@forestay/contracts/wire";
import type {
  ChurnReasonKind,
  CohortTable,
  CriteriaNode,
  Criterion,
  DriversInsights,
  InsightsScope,
  MrrMovementKind,
  ReasonsInsights,
  RetentionInsights,
  RevenueInsights,
} from "@forestay/contracts/wire";
import { yearUntil } from "@/components/figures/figure-days.ts";
import { pointWords } from "@/components/drivers/value-words.ts";
import type { Mark } from "@/components/criteria/save-marks.tsx";
import { formatShare, monthName } from "@/lib/format/index.ts";
import { DAYS_PER_MONTH } from "./retention-words.ts";

const line = (field: string, operator: Criterion["operator"], value: Criterion["value"]): Criterion => ({
  field,
  operator,
  value,
});
const isPaying = line("isPaying", "Equals", true);
const hasStopped = line("isPaying", "Equals", false);

const dayPlus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** The last day of the calendar month so many months after that of `from`, its first day. */
function endOfMonth(from: string, months: number): string {
  const [year = 0, month = 1] = from.split("-").map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}
/** A day from one to another, both included. */
const within = (field: string, from: string, until: string): Criterion[] => [
  line(field, "GreaterThan", dayPlus(from, -1)),
  line(field, "LessThan", dayPlus(until, 1)),
];

export const inMonth = (month: string) => `${monthName(month).slice(0, 3)} ${month.slice(0, 4)}`;

/** ' since Nov 2025', where not all of time is looked at: what a segment is called stands without the page. */
const since = ({ from }: InsightsScope) => (from === null ? "" : ` since ${inMonth(from.slice(0, 7))}`);

/** Rules ask what somebody pays in whatever currency: of one of several they cannot. */
const isOneCurrency = ({ currencies }: InsightsScope) => currencies.length === 1;

/** Of a segment's figures the marks are of its members. */
const inSegment = ({ segment }: InsightsScope): Criterion[] =>
  segment === null ? [] : [line("segments", "In", [segment.id])];

/** Who is looked at: everybody who first paid in the time chosen, of the plan chosen the one they began with. */
const beganIn = (scope: InsightsScope): Criterion[] => [
  ...(scope.from === null
    ? [line("firstPaidOn", "NotEquals", null)]
    : within("firstPaidOn", scope.from, scope.day)),
  ...(scope.plan === null ? [] : [line("firstPlan", "Equals", scope.plan)]),
  ...inSegment(scope),
];

/** One month's beginners, all of them and as each of its cells counts them. */
export function cohortMarks(
  { month, from, cells }: CohortTable["rows"][number],
  { scope, source }: Pick<RetentionInsights, "scope" | "source">,
): Mark[] {
  if (source !== "ledger" || !isOneCurrency(scope)) return [];
  const base = [
    ...within("firstPaidOn", from, endOfMonth(from, 0)),
    ...(scope.plan === null ? [] : [line("firstPlan", "Equals", scope.plan)]),
    ...inSegment(scope),
  ];
  const began = `Began in ${inMonth(month)}`;
  return [
    { label: began, criteria: base },
    ...cells.map(({ isComplete }, age): Mark => {
      if (!isComplete) return { label: `${began}, still here`, criteria: [...base, isPaying] };
      const end = endOfMonth(from, age);
      return {
        label: `${began}, here at the end of ${inMonth(end.slice(0, 7))}`,
        // Who left later was still here then.
        criteria: [
          ...base,
          { match: "any", criteria: [isPaying, line("stoppedPayingOn", "GreaterThan", end)] },
        ],
      };
    }),
  ];
}

/** Both ends of the curve of how long customers stay. */
export function survivalMarks({ scope, source }: Pick<RetentionInsights, "scope" | "source">): Mark[] {
  if (source !== "ledger") return [];
  const base = beganIn(scope);
  return [
    { label: `Began${since(scope)}, still here`, criteria: [...base, isPaying] },
    { label: `Began${since(scope)}, have left`, criteria: [...base, hasStopped] },
  ];
}

/** Those of each plan whose curve is drawn. */
export function planCurveMarks({ byPlan, scope }: RetentionInsights): Mark[] {
  return byPlan.map(({ plan }) => ({
    label: `Began with ${plan}${since(scope)}`,
    criteria: [...beganIn(scope), line("firstPlan", "Equals", plan)],
  }));
}

/** Who is in each month of life today. */
export function hazardMarks({ hazard, scope, source }: RetentionInsights): Mark[] {
  if (source !== "ledger") return [];
  return hazard
    .filter(({ rate }) => rate !== null)
    .map(({ month }) => ({
      label: `In month ${month} today`,
      criteria: [
        ...beganIn(scope),
        isPaying,
        ...(month === 1
          ? []
          : [line("daysSinceFirstPaid", "GreaterThan", Math.round((month - 1) * DAYS_PER_MONTH))]),
        line("daysSinceFirstPaid", "LessThan", Math.round(month * DAYS_PER_MONTH)),
      ],
    }));
}

/** The day by which a rule knows each movement: but for the first payment that of the newest of its kind. */
const movementFields: Record<MrrMovementKind, { field: string; words: (month: string) => string }> = {
  new: { field: "firstPaidOn", words: (month) => `New in ${month}` },
  expansion: { field: "lastExpandedOn", words: (month) => `Last expanded in ${month}` },
  reactivation: { field: "lastCameBackOn", words: (month) => `Last came back in ${month}` },
  contraction: { field: "lastContractedOn", words: (month) => `Last contracted in ${month}` },
  churn: { field: "stoppedPayingOn", words: (month) => `Left in ${month}, and not come back` },
};
type Days = Pick<RevenueInsights["months"][number], "from" | "until">;
const moved = (kind: MrrMovementKind, { from, until }: Days) =>
  within(movementFields[kind].field, from, until);

/** Whose movements of each month each kind is, where there are any; of a plan alone a rule says nothing. */
export function movementMarks({ months, scope }: RevenueInsights): Mark[] {
  if (scope.plan !== null || !isOneCurrency(scope)) return [];
  return months.toReversed().flatMap(({ month, flow, ...days }) =>
    mrrMovementKinds
      .filter((kind) => (flow?.counts[kind] ?? 0) > 0)
      .map((kind) => ({
        label: movementFields[kind].words(inMonth(month)),
        criteria: [...moved(kind, days), ...inSegment(scope)],
      })),
  );
}

/** Whose losses and gains make up each month's MRR churn, gross and net. */
export function mrrChurnMarks({ churn, scope }: RevenueInsights): Mark[] {
  if (scope.plan !== null || !isOneCurrency(scope)) return [];
  const anyOf = (days: Days, kinds: readonly MrrMovementKind[]): CriteriaNode[] => [
    { match: "any", criteria: kinds.map((kind) => ({ match: "all", criteria: moved(kind, days) })) },
    ...inSegment(scope),
  ];
  return churn
    .toReversed()
    .filter(({ gross }) => gross !== null)
    .flatMap(({ month, ...days }) => [
      {
        label: `Left or last contracted in ${inMonth(month)} (gross)`,
        criteria: anyOf(days, ["churn", "contraction"]),
      },
      {
        label: `Left, or last contracted, expanded or came back in ${inMonth(month)} (net)`,
        criteria: anyOf(days, ["churn", "contraction", "expansion", "reactivation"]),
      },
    ]);
}

/** Of the year that ends with each month: who paid when it began, and of them who was here at its end, and what became of the others. */
export function retentionMarks({ retention, scope }: RevenueInsights): Mark[] {
  if (scope.plan !== null || !isOneCurrency(scope)) return [];
  return retention
    .toReversed()
    .filter(({ netRetention }) => netRetention !== null)
    .flatMap(({ month, until }) => {
      const { from } = yearUntil(until);
      const start = dayPlus(from, -1);
      const hereAt = (day: string): CriteriaNode => ({
        match: "any",
        // Who left later was still here then.
        criteria: [isPaying, line("stoppedPayingOn", "GreaterThan", day)],
      });
      const paidThen = [line("firstPaidOn", "LessThan", from), hereAt(start), ...inSegment(scope)];
      const who = `Paid at the end of ${inMonth(start.slice(0, 7))}`;
      const end = inMonth(month);
      return [
        { label: `${who}, here at the end of ${end}`, criteria: [...paidThen, hereAt(until)] },
        {
          label: `${who}, left by the end of ${end}`,
          criteria: [...paidThen, ...moved("churn", { from, until })],
        },
        {
          label: `${who}, here at the end of ${end}, last contracted in that year`,
          criteria: [...paidThen, hereAt(until), ...moved("contraction", { from, until })],
        },
      ];
    });
}

/** Who pays for each plan now. */
export function planMarks({ plans }: RevenueInsights): Mark[] {
  return plans.map(({ plan }) =>
    plan === null
      ? { label: "Pays for any plan now", criteria: [isPaying] }
      : { label: `Pays now, for ${plan}`, criteria: [line("plan", "Equals", plan), isPaying] },
  );
}

/** Who pays now in each country, and of whom it is not known. */
export function countryMarks({ countries }: RevenueInsights): Mark[] {
  const field = countries?.field;
  if (countries === null || field === null || field === undefined) return [];
  return countries.rows.flatMap(({ country }) =>
    country === null
      ? []
      : [{ label: `Pays now, in ${country}`, criteria: [line(field, "Equals", country), isPaying] }],
  );
}

const reasonWords: Record<ChurnReasonKind, string> = {
  voluntary: "because they ended it",
  involuntary: "because it ended unpaid",
  unknown: "and nobody said why",
};

/** Who left in the months shown, and in each of them, by who ended it. */
export function reasonMarks({ months, total, scope }: ReasonsInsights): Mark[] {
  const [first, last] = [months[0], months.at(-1)];
  if (scope.plan !== null || !isOneCurrency(scope) || total === null || !first || !last) return [];
  const left = (from: string, until: string, reason: ChurnReasonKind) => [
    ...within("stoppedPayingOn", from, until),
    line("leavingReason", "Equals", reason),
    ...inSegment(scope),
  ];
  return [
    ...churnReasons
      .filter((reason) => total[reason].customers > 0)
      .map((reason) => ({
        label: `Left since ${inMonth(first.month)} ${reasonWords[reason]}`,
        criteria: left(first.from, last.until, reason),
      })),
    ...months.toReversed().flatMap(({ month, from, until, lost }) =>
      churnReasons
        .filter((reason) => lost !== null && lost[reason].customers > 0)
        .map((reason) => ({
          label: `Left in ${inMonth(month)} ${reasonWords[reason]}`,
          criteria: left(from, until, reason),
        })),
    ),
  ];
}

/** Who left for what was written, in any of its wordings, and pays nothing today: fewer than the theme counts where some came back. */
export function themeMark(
  { label, wordings }: ReasonsInsights["themes"][number],
  { months, scope }: ReasonsInsights,
): Mark | null {
  const [first, last] = [months[0], months.at(-1)];
  if (wordings === null || scope.plan !== null || !isOneCurrency(scope) || !first || !last) return null;
  return {
    label: `Left since ${inMonth(first.month)}, and not come back: ${label}`,
    criteria: [
      ...within("stoppedPayingOn", first.from, last.until),
      line("leavingWords", "In", wordings),
      ...inSegment(scope),
    ],
  };
}

/** Who has each value of a driver today, the riskiest first. */
export function driverMarks(
  { label, listedBy, isYesNo, dependence }: DriversInsights["drivers"][number],
  currency: string,
): Mark[] {
  if (listedBy === null || dependence === null) return [];
  const isNumeric = dependence.kind === "numeric";
  // Counts of what never happened are 0, so that nobody's is unknown.
  const mayBeUnknown = listedBy === "plan" || listedBy.startsWith("attributes.");
  const numbers = dependence.points.flatMap(({ at }) => at ?? []);
  return dependence.points
    .filter(({ at, level }) => (at === null && level === null ? mayBeUnknown : isNumeric === (at !== null)))
    .toSorted((a, b) => b.probability - a.probability)
    .map((point) => ({
      label: `${label}: ${point.at === null ? "" : "about "}${pointWords(point, dependence.unit, currency)} (chance ${formatShare(point.probability)})`,
      criteria: [line("hasLeft", "Equals", false), ...valueLines(listedBy, point, numbers, isYesNo)],
    }));
}

function valueLines(
  field: string,
  { at, level }: { at: number | null; level: string | null },
  numbers: readonly number[],
  isYesNo: boolean,
): CriteriaNode[] {
  if (at === null) return [line(field, "Equals", isYesNo && level !== null ? level === "Yes" : level)];
  const index = numbers.indexOf(at);
  const [before, after] = [numbers[index - 1], numbers[index + 1]];
  // The point stands for all who are nearest to it.
  return [
    ...(before === undefined ? [] : [line(field, "GreaterThan", halfway(before, at))]),
    ...(after === undefined ? [] : [line(field, "LessThan", halfway(at, after))]),
    ...(before === undefined && after === undefined ? [line(field, "Equals", at)] : []),
  ];
}

const halfway = (a: number, b: number) => Math.round(((a + b) / 2) * 100) / 100;
