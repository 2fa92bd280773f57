import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawsFrom } from "../testing/draws.ts";
import { CHANCE_DAYS, fitChances } from "./chance.ts";
import { classifyDecline } from "./decline.ts";
import { limitAgainst } from "./network-caps.ts";
import { defaultRetryPolicy, nextRetry, ownLimit } from "./retry-schedule.ts";
import {
  chanceOfTry,
  fitRetryTimes,
  LEAST_TRIES,
  timeOf,
  type RetryTimes,
  type TryCount,
} from "./retry-times.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const zones = ["UTC", "America/New_York", "Europe/Stockholm", "Australia/Lord_Howe", "Asia/Kathmandu"];
const START = at("2026-01-01T00:00:00Z");

/** Tries at every hour of a year, which succeed by a known chance. */
function triesOf(count: number, chance: (atMs: number, n: number) => number, seed = 1): TryCount[] {
  const draw = drawsFrom(seed);
  return Array.from({ length: count }, () => {
    const atMs = START + Math.floor(draw() * 365 * 24) * HOUR;
    const n = 1 + Math.floor(draw() * 7);
    return { class: "soft", n, atMs, tries: 1, succeeded: draw() < chance(atMs, n) ? 1 : 0 };
  });
}
const evening = (zone: string) => (atMs: number) => (timeOf(atMs, zone).slot === 4 ? 0.3 : 0.1);
const soft = classifyDecline("insufficient_funds");
const failing = (firstFailedMs: number, tries: number) => ({
  decline: soft,
  firstFailedMs,
  tries,
  cardTriesMs: [firstFailedMs],
  network: null,
  nowMs: firstFailedMs,
});

describe("the best time of a try", () => {
  it.each(zones)("is the planted one, once there are tries enough (%s)", (zone) => {
    const times = fitRetryTimes(triesOf(6_000, evening(zone)), zone);
    const [best] = times.soft.bySlot
      .map((ratio, slot) => ({ ratio, slot }))
      .toSorted((a, b) => b.ratio - a.ratio);
    expect(best!.slot).toBe(4);
    const next = nextRetry(defaultRetryPolicy, failing(at("2026-06-08T09:00:00Z"), 2), zone, times);
    expect(timeOf(next.atMs!, zone).slot).toBe(4);
  });

  it("is a pay day's where these pay", () => {
    const times = fitRetryTimes(
      triesOf(6_000, (atMs) => (timeOf(atMs, "UTC").day === 7 ? 0.4 : 0.1)),
      "UTC",
    );
    const ofPayDay = times.soft.byDay[7]!;
    expect(times.soft.byDay.slice(0, 7).every((ratio) => ratio < ofPayDay / 2)).toBe(true);
  });

  it("is not taken from late tries failing more often at the hours in which they were made", () => {
    // The first tries are all made in the morning, the later ones at noon; no hour is better than another.
    const draw = drawsFrom(5);
    const tries = Array.from({ length: 8_000 }, (_, index): TryCount => {
      const n = 1 + (index % 4);
      const atMs = START + (index % 365) * DAY + (n === 1 ? 8 : 12) * HOUR;
      return { class: "soft", n, atMs, tries: 1, succeeded: draw() < 0.4 / n ? 1 : 0 };
    });
    const { bySlot } = fitRetryTimes(tries, "UTC").soft;
    expect(Math.abs(bySlot[2]! - bySlot[3]!)).toBeLessThan(0.1);
  });

  it("is not an hour that a handful of tries were made at, however they went", () => {
    const inTheMorning = Array.from({ length: 2_000 }, (_, index): TryCount => {
      const atMs = START + (index % 365) * DAY + 9 * HOUR;
      return { class: "soft", n: 2, atMs, tries: 1, succeeded: index % 10 === 0 ? 1 : 0 };
    });
    const lucky = {
      class: "soft" as const,
      n: 2,
      atMs: START + 200 * DAY + 21 * HOUR,
      tries: 3,
      succeeded: 3,
    };
    const times = fitRetryTimes([...inTheMorning, lucky], "UTC");
    expect(times.soft.bySlot[5]).toBe(1);
    const next = nextRetry(defaultRetryPolicy, failing(at("2026-06-08T09:00:00Z"), 2), "UTC", times);
    expect(timeOf(next.atMs!, "UTC").slot).not.toBe(5);
  });

  it("is like any other with few tries, and the schedule's until a class has enough", () => {
    const few = fitRetryTimes(
      triesOf(20, () => 1),
      "UTC",
    ).soft;
    expect(Math.max(...few.bySlot) / Math.min(...few.bySlot)).toBeLessThan(1.2);
    expect(fitRetryTimes([], "UTC").soft).toMatchObject({ tries: 0, bySlot: [1, 1, 1, 1, 1, 1] });
    const almost = fitRetryTimes(triesOf(LEAST_TRIES - 1, evening("UTC")), "UTC");
    const situation = failing(at("2026-06-08T09:00:00Z"), 2);
    expect(nextRetry(defaultRetryPolicy, situation, "UTC", almost)).toEqual(
      nextRetry(defaultRetryPolicy, situation, "UTC"),
    );
  });
});

describe("whatever was learned, and whenever a payment fails", () => {
  const ratios = (length: number) =>
    fc.array(fc.double({ min: 0.01, max: 9, noNaN: true }), { minLength: length, maxLength: length });
  const classTimes = fc.record({
    tries: fc.constant(LEAST_TRIES),
    succeeded: fc.constant(100),
    byTry: fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { minLength: 8, maxLength: 8 }),
    bySlot: ratios(6),
    byDay: ratios(8),
  });
  const learned: fc.Arbitrary<RetryTimes> = fc.record({ soft: classTimes, technical: classTimes });

  it("no try is earlier than its schedule's hour, beyond a limit, of a card that must not be tried, or after the end", () => {
    fc.assert(
      fc.property(
        learned,
        fc.constantFrom("insufficient_funds", "processing_error", "lost_card", "expired_card"),
        fc.integer({ min: START, max: START + 365 * DAY }),
        fc.array(fc.integer({ min: 0, max: 13 * 24 }), { maxLength: 9 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(...zones),
        (times, code, firstFailedMs, others, tries, zone) => {
          const decline = classifyDecline(code);
          const nowMs = firstFailedMs + (tries - 1) * DAY;
          const cardTriesMs = [firstFailedMs, ...others.map((hours) => nowMs - hours * HOUR)];
          const situation = { decline, firstFailedMs, tries, cardTriesMs, network: null, nowMs };
          const next = nextRetry(defaultRetryPolicy, situation, zone, times);
          if (decline.class === "never" || decline.class === "act") expect(next.atMs).toBeNull();
          if (next.atMs === null) return;
          const hours =
            decline.class === "soft"
              ? defaultRetryPolicy.softHours[tries - 1]!
              : [1, 4, 24, 72, 120, 168, 240][tries - 1]!;
          expect(next.atMs).toBeGreaterThanOrEqual(Math.max(nowMs, firstFailedMs + hours * HOUR));
          expect(next.atMs).toBeLessThanOrEqual(firstFailedMs + defaultRetryPolicy.endsAfterDays * DAY);
          expect(
            limitAgainst(cardTriesMs, next.atMs, { network: null, own: [ownLimit(defaultRetryPolicy)] }),
          ).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
  });

  it("a try that is planned again while it waits, or when it is due, stays where it is", () => {
    fc.assert(
      fc.property(
        learned,
        fc.constantFrom("insufficient_funds", "processing_error"),
        fc.integer({ min: START, max: START + 365 * DAY }),
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(...zones),
        (times, code, firstFailedMs, tries, waited, zone) => {
          const nowMs = firstFailedMs + (tries - 1) * DAY;
          const cardTriesMs = [firstFailedMs, nowMs];
          const situation = {
            ...failing(firstFailedMs, tries),
            decline: classifyDecline(code),
            cardTriesMs,
            nowMs,
          };
          const { atMs } = nextRetry(defaultRetryPolicy, situation, zone, times);
          if (atMs === null) return;
          for (const laterMs of [nowMs + Math.floor(waited * (atMs - nowMs)), atMs])
            expect(nextRetry(defaultRetryPolicy, { ...situation, nowMs: laterMs }, zone, times).atMs).toBe(
              atMs,
            );
        },
      ),
      { numRuns: 300 },
    );
  });

  it("and so it does on the days that clocks change", () => {
    const tried = { tries: LEAST_TRIES, succeeded: 200, byTry: Array.from({ length: 8 }, () => 0.2) };
    const soft = { ...tried, bySlot: [1, 3, 1, 1, 1, 1], byDay: Array.from({ length: 8 }, () => 1) };
    const times = { soft, technical: soft };
    for (const [zone, change] of [
      ["America/New_York", "2026-03-08T07:00:00Z"],
      ["America/New_York", "2026-11-01T06:00:00Z"],
      ["Europe/Stockholm", "2026-03-29T01:00:00Z"],
      ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
      ["America/Santiago", "2026-09-06T04:00:00Z"],
      ["America/Santiago", "2026-04-05T03:00:00Z"],
    ] as const) {
      for (let hour = -30; hour <= 4; hour++) {
        const firstFailedMs = at(change) + hour * HOUR;
        const situation = failing(firstFailedMs, 1);
        const { atMs } = nextRetry(defaultRetryPolicy, situation, zone, times);
        for (const early of [1, HOUR / 2, HOUR]) {
          const nowMs = Math.max(firstFailedMs, atMs! - early);
          const again = nextRetry(defaultRetryPolicy, { ...situation, nowMs }, zone, times);
          expect(again.atMs, `${zone}, ${new Date(firstFailedMs).toISOString()}`).toBe(atMs);
        }
      }
    }
  });
});

it("brings more in than the fixed schedule where hours matter, and no less where they do not (simulated, truth known)", () => {
  const BILLS = 1_500;
  const recovered = (truth: (atMs: number, n: number) => number, times: RetryTimes | null, seed: number) => {
    const draw = drawsFrom(seed);
    let paid = 0;
    for (let bill = 0; bill < BILLS; bill += 1) {
      const firstFailedMs = START + Math.floor(draw() * 300 * 24) * HOUR;
      const cardTriesMs = [firstFailedMs];
      for (let nowMs = firstFailedMs; ;) {
        const tries = cardTriesMs.length;
        const situation = { ...failing(firstFailedMs, tries), cardTriesMs, nowMs };
        const next = nextRetry(defaultRetryPolicy, situation, "UTC", times);
        if (next.atMs === null) break;
        nowMs = next.atMs;
        cardTriesMs.push(nowMs);
        if (draw() >= truth(nowMs, tries)) continue;
        paid += 1;
        break;
      }
    }
    return paid / BILLS;
  };
  const byHour = (atMs: number, n: number) => evening("UTC")(atMs) / Math.sqrt(n);
  const flat = (_atMs: number, n: number) => 0.12 / Math.sqrt(n);
  const gain =
    recovered(byHour, fitRetryTimes(triesOf(4_000, byHour), "UTC"), 11) - recovered(byHour, null, 11);
  expect(gain).toBeGreaterThan(0.15);
  const none = recovered(flat, fitRetryTimes(triesOf(4_000, flat), "UTC"), 12) - recovered(flat, null, 12);
  expect(Math.abs(none)).toBeLessThan(0.04);
});

describe("the chance that a payment comes in", () => {
  it("is the prior's without any, falls with time, and is a company's own with many", () => {
    const prior = fitChances([]);
    expect(prior.soft[0]).toBeCloseTo(0.55, 10);
    for (const chances of Object.values(prior)) expect(chances).toEqual(chances.toSorted((a, b) => b - a));
    expect(prior.soft).toHaveLength(CHANCE_DAYS.length - 1);
    const many = fitChances([
      { class: "soft", interval: 0, reached: 100_000, paid: 50_000, ended: 0 },
      ...[1, 2, 3, 4, 5].map((interval) => ({
        class: "soft" as const,
        interval,
        reached: 50_000,
        paid: 0,
        ended: 0,
      })),
    ]);
    expect(many.soft[0]).toBeCloseTo(0.5, 2);
    expect(many.soft[1]).toBeLessThan(0.01);
    expect(many.act).toEqual(prior.act);
  });
});

it("says of a try what its number, hour and day say together", () => {
  const times = fitRetryTimes(triesOf(6_000, evening("UTC")), "UTC").soft;
  const chance = chanceOfTry(times, 1, at("2026-06-09T17:00:00Z"), "UTC");
  expect(chance).toBeGreaterThan(2 * chanceOfTry(times, 1, at("2026-06-09T09:00:00Z"), "UTC"));
  expect(chance).toBeLessThan(0.4);
});
