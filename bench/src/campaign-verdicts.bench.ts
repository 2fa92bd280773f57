import { alwaysValidUplift, campaignUplift, campaignVerdict } from "@forestay/metrics";
import type { BenchResult } from "./bench-result.ts";

/**
 * Whether a campaign's verdict can be believed: 2,000 simulated campaigns with a known effect, read every day and on the
 * planned day, and 2,000 without one. Peer: the interval that was meant to be read once, read every day.
 */
const CAMPAIGNS = 2000;
const DAYS = 40;

/** Mulberry32: small, seeded, good enough for coin tosses. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Told {
  atEnd: boolean;
  always: boolean;
  naiveAlways: boolean;
  width: number;
  calledEffective: boolean;
  naiveEffective: boolean;
}

function simulate(seed: number, effectOf: (draw: number) => number): Told {
  const random = randomFrom(seed);
  const customers = Math.round(300 * 10 ** (2 * random()));
  const share = [0.1, 0.2, 0.3, 0.5][Math.floor(random() * 4)]!;
  const kept = 0.7 + 0.25 * random();
  const effect = effectOf(random());
  const sent = { customers: 0, retained: 0 };
  const held = { customers: 0, retained: 0 };
  const planned = { sent: customers * (1 - share), holdout: customers * share };
  const told: Told = {
    atEnd: false,
    always: true,
    naiveAlways: true,
    width: 0,
    calledEffective: false,
    naiveEffective: false,
  };
  const covers = (one: { low: number | null; high: number | null }) =>
    one.low === null || one.high === null || (one.low <= effect && one.high >= effect);
  for (let day = 1, done = 0; day <= DAYS; day++) {
    const until = Math.round((customers * day) / DAYS);
    for (; done < until; done++) {
      const arm = random() < share ? held : sent;
      arm.customers++;
      if (random() < (arm === sent ? kept + effect : kept)) arm.retained++;
    }
    const often = alwaysValidUplift(sent, held, planned);
    const once = campaignUplift(sent, held);
    told.always &&= covers(often);
    told.naiveAlways &&= covers(once);
    told.naiveEffective ||= once.low !== null && once.low > 0;
    told.calledEffective ||= campaignVerdict(sent, held, planned, day === DAYS).finding === "kept";
    if (day === DAYS) {
      told.atEnd = covers(once);
      told.width = (often.high! - often.low!) / (once.high! - once.low!);
    }
  }
  return told;
}

const shareOf = (all: readonly Told[], of: (told: Told) => boolean) => all.filter(of).length / all.length;

export async function run(): Promise<BenchResult[]> {
  const known = Array.from({ length: CAMPAIGNS }, (_, index) =>
    simulate(index + 1, (draw) => 0.06 * draw - 0.01),
  );
  const none = Array.from({ length: CAMPAIGNS }, (_, index) => simulate(900_000 + index, () => 0));
  const atEnd = shareOf(known, (told) => told.atEnd);
  const always = shareOf(known, (told) => told.always);
  const widths = known.map(({ width }) => width).toSorted((a, b) => a - b);
  const falsely = shareOf(none, (told) => told.calledEffective);
  const median = widths[Math.floor(widths.length / 2)]!;
  return [
    {
      measure: `of ${CAMPAIGNS} campaigns with a known effect, the 95 % interval of the planned day covers it`,
      value: atEnd,
      unit: "share",
      goal: "0.935 to 0.965",
      passed: atEnd >= 0.935 && atEnd <= 0.965,
    },
    {
      measure: `the interval for daily looks covers it on each of ${DAYS} days`,
      value: always,
      unit: "share",
      goal: "at least 0.95",
      passed: always >= 0.95,
    },
    {
      measure: "the same of the ordinary interval, looked at daily",
      value: shareOf(known, (told) => told.naiveAlways),
      unit: "share",
    },
    {
      measure: "width of the interval for daily looks on the planned day, over the ordinary one's, median",
      value: median,
      unit: "ratio",
      goal: "at most 1.4",
      passed: median <= 1.4,
    },
    { measure: "the same, widest of all", value: widths.at(-1)!, unit: "ratio" },
    {
      measure: `of ${CAMPAIGNS} campaigns without effect, called effective on any day`,
      value: falsely,
      unit: "share",
      goal: "at most 0.05",
      passed: falsely <= 0.05,
    },
    {
      measure: "the same by the ordinary interval, looked at daily",
      value: shareOf(none, (told) => told.naiveEffective),
      unit: "share",
    },
  ];
}
