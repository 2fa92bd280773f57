import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { countedVerdicts, feedbackVerdicts } from "./vocabulary.ts";

export const scoreFeedbackInput = z.object({
  verdict: z.enum(feedbackVerdicts),
  because: z.string().trim().max(1000).default(""),
});

export const scoreFeedbackSchema = z.object({
  id: z.uuid(),
  verdict: z.enum(feedbackVerdicts),
  because: z.string(),
  /** The score that was judged, and when it was given. */
  score: z.number().int(),
  scoredAt: timestamp,
  saidBy: z.string(),
  saidAt: timestamp,
  isMine: z.boolean(),
});
export type ScoreFeedback = z.infer<typeof scoreFeedbackSchema>;

/** What people said of scores, all together, and what became of those judged once it is known. */
export const feedbackCountsSchema = z.array(
  z.object({
    verdict: z.enum(countedVerdicts),
    count: z.number().int(),
    /** Of them, those whose outcome is known. */
    known: z.number().int(),
    left: z.number().int(),
  }),
);
