import { expect, it } from "vitest";
import { stepEffectFinding } from "./step-effect-words.ts";

const effect = (value: number, lower: number, upper: number) => ({
  measured: { others: 140, leftDone: 0.1, leftOthers: 0.5, difference: { value, lower, upper } },
});

it("a measured effect is said with its interval, smaller end first; one that chance explains is not", () => {
  expect(stepEffectFinding(effect(-0.4, -0.49, -0.28))).toEqual({
    direction: "fewer",
    words: "40 points fewer left (28 to 49).",
  });
  expect(stepEffectFinding(effect(0.12, 0.02, 0.21))?.words).toBe("12 points more left (2 to 21).");
  expect(stepEffectFinding(effect(-0.05, -0.15, 0.04))?.direction).toBe("none");
  expect(stepEffectFinding({ measured: null })).toBeNull();
});
