import { FORM_LEAST_MS } from "@forestay/contracts/wire";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { formAge } from "./form-age.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

it("is never less than a person needs, whatever part of a millisecond the form was opened at", async () => {
  for (const part of [0, 0.4, 0.5, 0.9]) {
    const aged = formAge(performance.now() + part);
    await vi.runAllTimersAsync();
    expect(await aged).toBeGreaterThanOrEqual(FORM_LEAST_MS);
  }
});

it("is what it is where it was open for longer", async () => {
  expect(await formAge(performance.now() - 9000)).toBe(9000);
});
