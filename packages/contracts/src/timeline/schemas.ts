import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { timelineParts } from "./vocabulary.ts";

export const timelineLineSchema = z.object({
  /** Its own within the timeline, and the same whenever it is asked for. */
  key: z.string(),
  /** Null: none of those that can be asked for alone. */
  part: z.enum(timelineParts).nullable(),
  /** What it is, in one word: 'invoice', 'payment_failed', 'message', 'segment_entered', 'score' and others. */
  type: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  occurredAt: timestamp,
  /** What it is about, where that has a page of its own. */
  about: z.object({ kind: z.enum(["segment", "campaign"]), id: z.uuid() }).nullable(),
});
export type TimelineLine = z.infer<typeof timelineLineSchema>;

export const timelineSchema = z.object({
  items: z.array(timelineLineSchema),
  /** Where it goes on; null: that was all. */
  nextCursor: z.string().nullable(),
});
export type Timeline = z.infer<typeof timelineSchema>;
