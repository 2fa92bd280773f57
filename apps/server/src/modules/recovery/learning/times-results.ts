import { TIMES_DAYS, type RecoveryResults, type RecoveryTimes } from "@forestay/contracts";
import { campaignVerdict, LEAST_TRIES, SLOT_HOURS, timedClasses, type ClassTimes } from "@forestay/metrics";
import { PLANNED_TIMES } from "./learn-job.ts";
import {
  comparisonOf,
  readyClasses,
  type RecoveryModel,
  type TimesArm,
  type TimesSettings,
} from "./model-rows.ts";

/** How learned times stand against the schedule, in figures and words. */
export function timesResults(
  settings: TimesSettings,
  { model, fittedAt }: { model: RecoveryModel; fittedAt: Date | null },
): RecoveryResults["times"] {
  const { retryTimes, ownSince } = settings;
  const { fixed, learned, isOver } = comparisonOf(model, settings);
  const of = ({ customers, recovered }: TimesArm) => ({ customers, retained: recovered });
  const verdict = campaignVerdict(
    of(learned),
    of(fixed),
    { sent: PLANNED_TIMES, holdout: PLANNED_TIMES },
    isOver,
  );
  const ready = readyClasses(model);
  const { uplift, low, high } = verdict.uplift;
  const difference = uplift === null || low === null || high === null ? null : { value: uplift, low, high };
  const classes = timedClasses.map((name) => ({
    class: name,
    tries: model.times[name].tries,
    needed: LEAST_TRIES,
    isReady: ready.includes(name),
    best: ready.includes(name) ? bestWords(model.times[name]) : null,
  }));
  const finding =
    difference === null && fixed.customers + learned.customers === 0 ? "waiting" : verdict.finding;
  return {
    mode: retryTimes,
    days: TIMES_DAYS,
    planned: PLANNED_TIMES,
    fixed,
    learned,
    difference,
    isFinal: verdict.isFinal,
    finding,
    classes,
    fittedAt: fittedAt?.toISOString() ?? null,
    ...words({
      retryTimes,
      isOwn: ownSince !== null,
      isReady: ready.length > 0,
      finding,
      difference,
      fixed,
      learned,
    }),
  };
}

const points = (share: number) => (100 * share).toFixed(1);
const shareWords = ({ customers, recovered }: TimesArm) =>
  customers === 0 ? "none" : `${((100 * recovered) / customers).toFixed(1)}%`;

function words({
  retryTimes,
  isOwn,
  isReady,
  finding,
  difference,
  fixed,
  learned,
}: {
  retryTimes: RecoveryTimes;
  isOwn: boolean;
  isReady: boolean;
  finding: RecoveryResults["times"]["finding"];
  difference: RecoveryResults["times"]["difference"];
  fixed: TimesArm;
  learned: TimesArm;
}): { headline: string; explanation: string } {
  const paid = `${shareWords(learned)} of ${learned.customers} tried at learned times paid within ${TIMES_DAYS} days, ${shareWords(fixed)} of ${fixed.customers} tried by the schedule.`;
  const between =
    difference === null ? "" : `${points(difference.low)} to ${points(difference.high)} points. `;
  if (finding === "kept")
    return {
      headline: `Learned times bring ${points(difference!.value)} points more`,
      explanation: `${between}${paid}`,
    };
  if (finding === "lost")
    return {
      headline: `Learned times cost ${points(-difference!.value)} points`,
      explanation: `${between}${paid} Go back to the schedule.`,
    };
  if (finding === "none")
    return { headline: "No difference to see", explanation: `${between}${paid} The comparison is over.` };
  if (finding === "open")
    return {
      headline: "Not conclusive yet",
      explanation: `${between}It still holds nothing at all: ${paid}`,
    };
  if (!isOwn)
    return {
      headline: "Your provider tries",
      explanation:
        "Times are compared once tries are made from here. What they would be is learned all the same.",
    };
  if (!isReady)
    return {
      headline: "Too few tries to learn from",
      explanation: `Each class needs ${LEAST_TRIES} tries of the last year; until then everything is tried by the schedule.`,
    };
  if (retryTimes === "fixed")
    return {
      headline: "Off",
      explanation:
        "There is enough to learn from. Switch the comparison on in the policy to see whether it brings more.",
    };
  if (retryTimes === "learned")
    return {
      headline: "Not compared",
      explanation: "Everything is tried at learned times, so nobody can tell what they bring.",
    };
  return {
    headline: "Too early to say",
    explanation: `Failures count ${TIMES_DAYS} days after they happened: ${paid}`,
  };
}

const days = [
  "Sundays",
  "Mondays",
  "Tuesdays",
  "Wednesdays",
  "Thursdays",
  "Fridays",
  "Saturdays",
  "pay days",
];
const topOf = (ratios: readonly number[]) => ratios.indexOf(Math.max(...ratios));

/** Less than that is not told from any other time. */
const STANDS_OUT = 1.1;

/** Where a class is tried best, in words. */
function bestWords({ bySlot, byDay }: ClassTimes): string {
  const slot = topOf(bySlot);
  const day = topOf(byDay);
  const hour = (at: number) => `${String(at % 24).padStart(2, "0")}:00`;
  const times = (ratio: number) => `${ratio.toFixed(1)} times as likely as usual`;
  const found = [
    { ratio: bySlot[slot]!, name: `${hour(slot * SLOT_HOURS)} to ${hour((slot + 1) * SLOT_HOURS)}` },
    { ratio: byDay[day]!, name: days[day]! },
  ].filter(({ ratio }) => ratio >= STANDS_OUT);
  return found.length === 0
    ? "no time in particular"
    : found.map(({ ratio, name }) => `${name} (${times(ratio)})`).join(", ");
}
