import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { tagSchema } from "../tags/schemas.ts";
import { caseStageSchema, riskCaseSchema } from "./case-schemas.ts";
import { staffSchema } from "./schemas.ts";

/** What people keep of a customer: who looks after it, what it is called, where it belongs, how it goes. */
export const customerKeepingSchema = z.object({
  customerId: z.uuid(),
  owner: staffSchema.nullable(),
  tags: z.array(tagSchema),
  /** The active segments it is in, and since when. */
  segments: z.array(z.object({ id: z.uuid(), name: z.string(), color: z.string(), since: timestamp })),
  openCase: z.object({ id: z.uuid(), stage: caseStageSchema }).nullable(),
  /** The newest score of each of the last 30 days on which there was one, oldest first, 0 to 100. */
  recentScores: z.array(z.number().int()),
  /** The score against the one of 30 days ago; null: it had none. */
  scoreChange: z.number().int().nullable(),
});
export type CustomerKeeping = z.infer<typeof customerKeepingSchema>;

export const customerCasesSchema = z.object({
  open: riskCaseSchema.nullable(),
  /** Newest first. */
  closed: z.array(riskCaseSchema),
});

/** What waits for somebody, in numbers. */
export const workSummarySchema = z.object({
  overdue: z.number().int(),
  dueToday: z.number().int(),
  openTasks: z.number().int(),
  openCases: z.number().int(),
});
export type WorkSummary = z.infer<typeof workSummarySchema>;
