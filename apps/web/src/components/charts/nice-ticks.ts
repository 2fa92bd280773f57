import { scaleLinear } from "@visx/scale";

/** About four steps: fewer say little, more crowd a small chart. */
const STEPS = 4;

/** Round values from zero to at least `max`, for an axis of counts or money. */
export function niceTicks(max: number): number[] {
  return max > 0 ? scaleLinear({ domain: [0, max], nice: STEPS }).ticks(STEPS) : [0, 1];
}
