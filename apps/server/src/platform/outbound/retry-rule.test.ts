import { describe, expect, it } from "vitest";
import { nextWaitMs, readRetryAfterMs, type Outcome } from "./retry-rule.ts";

const rule = { attempts: 4, firstWaitMs: 100, longestWaitMs: 1000 };
const wait = (outcome: Outcome, attempt = 1, isRepeatable = true, random = 1) =>
  nextWaitMs(outcome, attempt, isRepeatable, rule, () => random);
const answered = (status: number, retryAfterMs: number | null = null) => ({ status, retryAfterMs });

describe("another attempt", () => {
  it.each(["lost", ...[429, 500, 502, 503, 504].map((status) => answered(status))] as Outcome[])(
    "follows %j where it may happen twice",
    (outcome) => expect(wait(outcome)).toBe(100),
  );

  it.each([200, 301, 400, 401, 403, 404, 409, 422, 501])("never follows %i", (status) => {
    expect(wait(answered(status))).toBeNull();
  });

  it("follows only 429 where it may not happen twice: nothing was done then", () => {
    expect(wait("lost", 1, false)).toBeNull();
    expect(wait(answered(503, 50), 1, false)).toBeNull();
    expect(wait(answered(429), 1, false)).toBe(100);
  });

  it("waits twice as long each time, at most so long, with half of it at random", () => {
    expect([1, 2, 3].map((attempt) => wait("lost", attempt))).toEqual([100, 200, 400]);
    expect(wait("lost", 3, true, 0)).toBe(200);
    expect(nextWaitMs("lost", 9, true, { ...rule, attempts: 10 }, () => 1)).toBe(1000);
  });

  it("waits as long as it is asked to, and is given up where that is too long", () => {
    expect(wait(answered(503, 700))).toBe(700);
    expect(wait(answered(429, 1001))).toBeNull();
  });

  it("ends with the last of the attempts", () => {
    expect(wait("lost", 3)).not.toBeNull();
    expect(wait("lost", 4)).toBeNull();
  });
});

it("Retry-After is read as seconds or as a date", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  expect(readRetryAfterMs("3", now)).toBe(3000);
  expect(readRetryAfterMs("Thu, 01 Jan 2026 00:00:05 GMT", now)).toBe(5000);
  expect(readRetryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
  expect([null, "soon", "-1x"].map((header) => readRetryAfterMs(header, now))).toEqual([null, null, null]);
});
