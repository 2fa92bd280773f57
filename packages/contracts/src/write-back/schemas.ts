import { z } from "zod";
import { timestamp } from "../shapes.ts";

/** Whether scores are written into a connected system, and how that goes. */
export const writeBackSchema = z.object({
  isOn: z.boolean(),
  /** What is written there, as it is called there. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  /** What a person has to do first, in words; null: nothing. */
  problem: z.string().nullable(),
  /** Whether that is to let us write, on the system's own page. */
  needsAccess: z.boolean(),
  /** When scores were last looked through to the end. */
  writtenAt: timestamp.nullable(),
  /** Records there that have a score of ours. */
  written: z.number().int(),
  failed: z.number().int(),
});
export type WriteBack = z.infer<typeof writeBackSchema>;

export const writeBackChange = z.object({ isOn: z.boolean() });

export const unwrittenScoreSchema = z.object({
  sourceId: z.string(),
  customerId: z.uuid(),
  label: z.string(),
  reason: z.string(),
  at: timestamp,
});
export type UnwrittenScore = z.infer<typeof unwrittenScoreSchema>;
