import { z } from "zod";
import type { QueuedJob } from "#platform/job-queue.ts";

/** The assistant is to answer a message; of one session in their order. Run by the job that the module makes. */
export const answerRequest = {
  name: "support.answer",
  schema: z.object({ sessionId: z.uuid(), messageId: z.uuid() }),
  onePerGroup: true,
} as const satisfies QueuedJob;
