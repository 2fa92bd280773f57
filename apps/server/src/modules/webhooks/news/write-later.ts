import { z } from "zod";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobDefinition } from "#platform/jobs/job.ts";
import { writeMessages, type Message } from "../messages/write-messages.ts";

/** Longer than an outage of some minutes: what was not told then is still news. */
const RETRY_LIMIT = 12;

/** A job that writes down what one piece of news has to tell: messages and job in one transaction, so exactly once. */
export function writeLater<Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  messagesOf: (
    news: z.output<z.ZodObject<Shape & { companyId: z.ZodUUID }>>,
    now: Date,
    tx: Tx,
  ) => AsyncIterable<Message[]> | Message[],
): JobDefinition<z.ZodObject<Shape & { companyId: z.ZodUUID }>> {
  const schema = z.object({ ...shape, companyId: z.uuid() }) as z.ZodObject<Shape & { companyId: z.ZodUUID }>;
  return defineJob({
    name,
    schema,
    retryLimit: RETRY_LIMIT,
    async handler({ db, payload, completeIn, ...context }) {
      const { companyId } = payload as { companyId: string };
      await withTenant(db, companyId, async (tx) => {
        const messages = messagesOf(payload, context.clock.now(), tx);
        if (Array.isArray(messages)) await writeMessages(tx, context, companyId, messages);
        else for await (const some of messages) await writeMessages(tx, context, companyId, some);
        await completeIn(tx);
      });
    },
  });
}
