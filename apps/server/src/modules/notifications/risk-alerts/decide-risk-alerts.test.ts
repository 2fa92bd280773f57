import { describe, expect, it } from "vitest";
import { decideRiskAlerts, type AlertState } from "./decide-risk-alerts.ts";

const edges = { high: 30, critical: 60 };
const DAY_MS = 24 * 3600_000;
const start = new Date("2026-03-01T06:00:00Z");

/** Runs one analysis a day over a customer's scores and says what was told on which day. */
function replay(scores: readonly number[], daysApart = 1): string[] {
  const told: string[] = [];
  let state: AlertState | undefined;
  for (let day = 1; day < scores.length; day++) {
    const now = new Date(start.getTime() + day * daysApart * DAY_MS);
    const move = {
      customerId: "c",
      name: "C",
      previousScore: scores[day - 1] ?? 0,
      score: scores[day] ?? 0,
      valueAtRiskCents: null,
    };
    const decision = decideRiskAlerts([move], new Map(state ? [["c", state]] : []), edges, now);
    for (const { level } of decision.raised) told.push(`day ${day}: up to ${level}`);
    for (const { level } of decision.lowered) told.push(`day ${day}: down to ${level}`);
    if (decision.states.has("c")) state = decision.states.get("c") ?? undefined;
  }
  return told;
}

describe("a risk alert", () => {
  it("is told when a score rises into High, and when it falls out of it a week later", () => {
    expect(replay([12, 40, 40, 12], 7)).toEqual(["day 1: up to 2", "day 3: down to 0"]);
  });

  it("is told once more when a customer rises from High into Critical", () => {
    expect(replay([12, 40, 70], 7)).toEqual(["day 1: up to 2", "day 2: up to 3"]);
  });

  it("says nothing of Low and Medium, nor of a fall from Critical to High", () => {
    expect(replay([2, 25, 2, 25], 7)).toEqual([]);
    expect(replay([70, 45], 7)).toEqual([]);
    expect(replay([70, 45, 70], 7)).toEqual(["day 2: up to 3"]);
  });

  it("is not told while a score stays within three points of an edge", () => {
    expect(replay([28, 32, 28, 32, 29, 31], 7)).toEqual([]);
    expect(replay([28, 33], 7)).toEqual(["day 1: up to 2"]);
    expect(replay([35, 28, 31, 28], 7)).toEqual([]);
    expect(replay([35, 27], 7)).toEqual(["day 1: down to 0"]);
  });

  it("is told when a score that crept over the edge goes on rising", () => {
    expect(replay([28, 31, 34], 7)).toEqual(["day 2: up to 2"]);
  });

  it("waits a week after the one before, and then comes if it is still true", () => {
    expect(replay([12, 40, 12, 12, 12, 12, 12, 12, 12])).toEqual(["day 1: up to 2", "day 8: down to 0"]);
    expect(replay([12, 40, 12, 40, 40, 40, 40, 40, 40, 40])).toEqual(["day 1: up to 2"]);
  });

  it("is told at most once a week about a customer over ninety days of the wildest scores", () => {
    let seed = 7;
    const wild = Array.from({ length: 90 }, () => (seed = (seed * 48_271) % 2_147_483_647) % 101);
    const days = replay(wild).map((line) => Number(/\d+/.exec(line)?.[0]));
    expect(days.length).toBeGreaterThan(5);
    for (const [index, day] of days.entries()) {
      if (index > 0) expect(day - (days[index - 1] ?? 0)).toBeGreaterThanOrEqual(7);
    }
  });

  it("is reached at the very ends of the scale too", () => {
    const move = { customerId: "c", name: "C", previousScore: 50, score: 100, valueAtRiskCents: null };
    const { raised } = decideRiskAlerts([move], new Map(), { high: 60, critical: 99 }, start);
    expect(raised).toMatchObject([{ level: 3 }]);
  });

  it("leaves nothing to remember once a customer is settled and the week is over", () => {
    const known = new Map([
      ["c", { toldLevel: 2, alertedAt: new Date(start.getTime() - 8 * DAY_MS) } as const],
    ]);
    const move = { customerId: "c", name: "C", previousScore: 45, score: 46, valueAtRiskCents: null };
    expect(decideRiskAlerts([move], known, edges, start).states).toEqual(new Map([["c", null]]));
  });
});
