import drawn from "./drawn-explanation.json";
import type { SampleExplanation } from "./sample-fields.ts";

/** What the engine says of the customer that is shown first, so that it can be read before anything runs; a test asks it again. */
export const drawnExplanation: SampleExplanation = drawn;
