import { expect, it } from "vitest";
import { createFakeClock } from "#testing/index.ts";
import { createTokenBuckets } from "./token-buckets.ts";

const pace = { perSecond: 2, burst: 3 };

it("lets a burst through, then so many a second, each bucket by itself", async () => {
  const clock = createFakeClock();
  const buckets = createTokenBuckets(clock);
  const take = (bucket = "a") => buckets.take(bucket, pace, 2000);
  expect([await take(), await take(), await take()]).toEqual([0, 0, 0]);
  // Those who wait stand in line.
  expect([await take(), await take()]).toEqual([500, 1000]);
  expect(await take("b")).toBe(0);
  clock.advance(1000);
  expect(await take()).toBe(500);
  clock.advance(60_000);
  expect([await take(), await take(), await take(), await take()]).toEqual([0, 0, 0, 500]);
});

it("takes nothing from who would wait too long", async () => {
  const buckets = createTokenBuckets(createFakeClock());
  for (let taken = 0; taken < 4; taken++) await buckets.take("a", pace, 500);
  expect(await buckets.take("a", pace, 500)).toBeNull();
  expect(await buckets.take("a", pace, 1000)).toBe(1000);
});

it("forgets hosts that are at rest", async () => {
  const clock = createFakeClock();
  const buckets = createTokenBuckets(clock);
  for (let host = 0; host < 5000; host++) {
    expect(await buckets.take(`host-${host}`, pace, 0)).toBe(0);
    clock.advance(10_000);
  }
});
