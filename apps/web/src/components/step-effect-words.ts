import type { StepEffect } from "@forestay/contracts/wire";

/** The finding of a measured effect, "40 points fewer left (28 to 49)"; null while it is untested. */
export function stepEffectFinding({
  measured,
}: Pick<StepEffect, "measured">): { direction: "fewer" | "more" | "none"; words: string } | null {
  if (measured === null) return null;
  const { value, lower, upper } = measured.difference;
  const points = (share: number) => Math.round(Math.abs(100 * share));
  if (lower === null || upper === null || (lower <= 0 && upper >= 0)) return { direction: "none", words: "" };
  const direction = upper < 0 ? "fewer" : "more";
  const [least, most] = upper < 0 ? [upper, lower] : [lower, upper];
  return {
    direction,
    words: `${points(value)} points ${direction} left (${points(least)} to ${points(most)}).`,
  };
}
