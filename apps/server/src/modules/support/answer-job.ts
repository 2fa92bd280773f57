import { supportLimits, supportTexts } from "@forestay/contracts";
import type { z } from "zod";
import { findAccess } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import { defineJob, type JobDefinition, type JobRun } from "#platform/jobs/job.ts";
import { answerRequest } from "./answer-request.ts";
import type { SupportAnswer, SupportAnswerer, SupportQuestion } from "./answerer.ts";
import { raiseLevel } from "./escalate.ts";
import { appendMessage, ASSISTANT_NAME, listMessages } from "./messages.ts";
import { findSession, updateSession } from "./session-rows.ts";

/** Messages that the assistant is told of. */
const REMEMBERED = 30;
const LONGEST_MS = 30_000;
const CONTENT_MAX = 8000;

type Payload = z.output<(typeof answerRequest)["schema"]>;

/**
 * Has the assistant answer one message. Asked outside of any transaction, said in one: a session that a person took
 * meanwhile hears nothing of it, and an answer is given once, whenever the worker dies.
 */
export function createAnswerJob(answer: SupportAnswerer): JobDefinition<(typeof answerRequest)["schema"]> {
  return defineJob({
    ...answerRequest,
    concurrency: 4,
    retryLimit: 3,
    expireInSeconds: 120,
    handler: (run) => answerMessage(run, answer),
  });
}

async function answerMessage(run: JobRun<Payload>, answerer: SupportAnswerer): Promise<void> {
  const { db, clock, payload, completeIn } = run;
  const question = await withSystem(db, (tx) => readQuestion(tx, payload));
  const answer = question === null ? null : await ask(run, answerer, question);
  await withSystem(db, async (tx) => {
    const row = await findSession(tx, payload.sessionId, { lock: true });
    if (answer !== null && row?.status === "AiActive") {
      const now = clock.now();
      const said = await appendMessage(
        tx,
        row,
        {
          sender: "ai",
          senderName: ASSISTANT_NAME,
          content: answer.content.slice(0, CONTENT_MAX).toWellFormed(),
          metadata: answer.metadata ?? {},
        },
        now,
      );
      const counted = await updateSession(tx, said.row, {
        ai_interaction_count: row.ai_interaction_count + 1,
      });
      // At the highest level a person has been asked for as loudly as can be: nobody is told again.
      if (answer.escalate && row.escalation_level < supportLimits.highestLevel)
        await raiseLevel(tx, counted, answer.escalate.reason, now);
    }
    await completeIn(tx);
  });
}

async function readQuestion(
  tx: Parameters<typeof findSession>[0],
  { sessionId, messageId }: Payload,
): Promise<SupportQuestion | null> {
  const row = await findSession(tx, sessionId);
  if (row?.status !== "AiActive") return null;
  const person = await findAccess(tx, row.user_id);
  const { items } = await listMessages(tx, row, { limit: REMEMBERED });
  const asked = items.find((one) => one.id === messageId);
  if (!person?.isActive || !asked) return null;
  const said = items.filter(({ type, sequence }) => type !== "SystemMessage" && sequence < asked.sequence);
  return {
    sessionId,
    user: {
      userId: person.userId,
      companyId: person.companyId,
      companyRole: person.companyRole,
      platformRole: person.platformRole,
    },
    question: asked.content,
    history: said.map((one) => ({
      sender: one.isFromUser ? "user" : one.isFromAi ? "ai" : "admin",
      content: one.content,
      ...(one.isFromAi ? { metadata: one.metadata } : {}),
    })),
    page: row.current_context ?? row.original_context,
    answersSoFar: row.ai_interaction_count,
  };
}

async function ask(
  { payload, log, signal, ...context }: JobRun<Payload>,
  answerer: SupportAnswerer,
  question: SupportQuestion,
): Promise<SupportAnswer> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await answerer({ ...context, log }, question, limited);
  } catch (error) {
    signal.throwIfAborted();
    log.error({ sessionId: payload.sessionId, err: error }, "the assistant could not answer in a session");
    return { content: supportTexts.apology, escalate: { reason: "the assistant failed" } };
  }
}
