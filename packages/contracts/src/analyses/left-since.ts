import { z } from "zod";
import { timestamp } from "../shapes.ts";

/** What became of whom a run scored. */
export const leftSince = {
  /** By what the company counts as having left, today: who has is asked for nothing more. */
  hasLeft: z.boolean(),
  /** When; null for who is still here, and where the day is not known. */
  leftAt: timestamp.nullable(),
};
