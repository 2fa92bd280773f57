import type { Dependence, Driver as EngineDriver } from "@forestay/churn-model";
import type { Driver, DriverDependence } from "@forestay/contracts";
import { formatShare } from "@forestay/contracts/words";
import {
  quantity,
  featureWords,
  type FeaturePlan,
  type PlannedColumn,
} from "#modules/features/engine-door.ts";

const MOST_DRIVERS = 15;
/** Kendall's tau of value and chance along a curve from which on it has a direction: four of five pairs agree. */
const CLEAR_TAU = 0.6;
/** A curve that stays within this chance is flat: no direction is claimed. */
const FLAT = 0.005;

interface RankedBase {
  base: string;
  importance: number;
  /** Of the forms of the value, the one that moves scores most. */
  strongest: EngineDriver;
}

/** The recorded values behind the model's columns by their influence together, strongest first. */
export function rankBases(plan: FeaturePlan, drivers: readonly EngineDriver[]): RankedBase[] {
  const byName = new Map(plan.columns.map((column) => [column.name, column.base]));
  const groups = new Map<string, RankedBase>();
  for (const driver of drivers) {
    const base = byName.get(driver.feature) ?? driver.feature;
    const group = groups.get(base);
    if (!group) groups.set(base, { base, importance: driver.importance, strongest: driver });
    else {
      group.importance += driver.importance;
      if (driver.importance > group.strongest.importance) group.strongest = driver;
    }
  }
  return [...groups.values()].sort((a, b) => b.importance - a.importance);
}

/** What moved the scores most, the forms of one recorded value taken together; strongest = 100. */
export function toDrivers(
  plan: FeaturePlan,
  drivers: readonly EngineDriver[],
  dependence: Readonly<Record<string, Dependence>>,
  currency: string,
): Driver[] {
  const ranked = rankBases(plan, drivers).slice(0, MOST_DRIVERS);
  const most = ranked[0]?.importance ?? 0;
  return ranked
    .filter(({ importance }) => importance > 0)
    .map(({ base, importance, strongest }) => {
      const column = plan.columns.find((one) => one.base === base && one.form === "value");
      const curve = dependence[base];
      const shown = column && curve ? toDependence(column, curve) : null;
      const direction = shown ? directionOf(shown) : strongestDirection(strongest);
      return {
        feature: base,
        label: column?.label ?? strongest.label,
        importance: Math.round((1000 * importance) / most) / 10,
        direction,
        description:
          column && shown ? inWords(column, shown, direction, currency) : strongestInWords(strongest),
        dependence: shown,
      };
    });
}

function toDependence(
  { unit }: PlannedColumn,
  { kind, points, scale, histogram }: Dependence,
): DriverDependence {
  return {
    kind,
    unit: kind === "categorical" ? "text" : unit,
    scale,
    points: points.map(({ at, level, probability, share, observed }) => ({
      at,
      level,
      probability: rounded(probability),
      share: rounded(share),
      observed:
        observed === null
          ? null
          : {
              value: rounded(observed.estimate),
              lower: rounded(observed.lower),
              upper: rounded(observed.upper),
            },
    })),
    histogram: histogram.map(({ from, to, share }) => ({ from, to, share: rounded(share) })),
  };
}

/** To a hundredth of a percent: finer is noise, and this is stored with every analysis. */
const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

function directionOf({ kind, points }: DriverDependence): Driver["direction"] {
  if (kind === "categorical") return 0;
  const curve = points.filter(({ at }) => at !== null).map(({ probability }) => probability);
  if (Math.max(...curve) - Math.min(...curve) < FLAT) return 0;
  let sum = 0;
  for (const [i, later] of curve.entries())
    for (const earlier of curve.slice(0, i)) sum += Math.sign(later - earlier);
  const tau = sum / ((curve.length * (curve.length - 1)) / 2);
  return tau >= CLEAR_TAU ? 1 : tau <= -CLEAR_TAU ? -1 : 0;
}

/** 'From 2 to 40 the chance falls from 18% to 6%, everything else unchanged.' */
function inWords(
  column: PlannedColumn,
  { kind, points }: DriverDependence,
  direction: Driver["direction"],
  currency: string,
): string {
  const known = points.filter(({ at, level }) => at !== null || level !== null);
  const ranked = known.toSorted((a, b) => b.probability - a.probability);
  const [highest, lowest] = [ranked[0], ranked.at(-1)];
  const [first, last] = [known[0], known.at(-1)];
  if (!highest || !lowest || !first || !last) return "No single direction.";
  const named = ({ at, level }: (typeof known)[number]) => level ?? quantity(at ?? 0, column, currency);
  if (kind === "numeric" && direction !== 0) {
    return `From ${named(first)} to ${named(last)} the chance ${direction > 0 ? "rises" : "falls"} from ${formatShare(first.probability)} to ${formatShare(last.probability)}, everything else unchanged.`;
  }
  if (highest.probability - lowest.probability < FLAT)
    return "By itself it hardly moves the chance; it counts together with other fields.";
  return `Highest at ${named(highest)} (${formatShare(highest.probability)}), lowest at ${named(lowest)} (${formatShare(lowest.probability)}), everything else unchanged.`;
}

const strongestDirection = ({ direction }: EngineDriver) =>
  direction === "raises" ? 1 : direction === "lowers" ? -1 : 0;

/** For a value that the engine made itself: there is no recorded value to vary. */
function strongestInWords({ direction, effect, label }: EngineDriver): string {
  if (direction === "raises") return `More of it goes with more risk (${label}).`;
  if (direction === "lowers") return `More of it goes with less risk (${label}).`;
  const ranked = effect.toSorted((a, b) => b.logit - a.logit);
  const highest = ranked[0];
  const lowest = ranked.at(-1);
  return highest && lowest && highest !== lowest
    ? `Highest risk at ${highest.value}, lowest at ${lowest.value}.`
    : "No single direction.";
}

/** A recorded value's name, whatever it is recorded in. */
export function baseLabel(plan: FeaturePlan, base: string): string {
  return (
    plan.columns.find((one) => one.base === base && one.form === "value")?.label ?? featureWords(base).label
  );
}
