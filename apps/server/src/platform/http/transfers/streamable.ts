import { z } from "zod";
import { sendEvents } from "./event-lines.ts";
import { json } from "./json.ts";
import { withExample, type TransferKind } from "./transfer-kind.ts";

/** A handler's answer with what comes before it, kept apart so that neither is taken for the other. */
export type Streamable<Delta, Answer> = AsyncGenerator<Delta, Answer, undefined>;

/**
 * JSON in, and one answer out: in JSON, or, to who accepts `text/event-stream`, as the last of the events whose others are
 * the deltas before it. The handler is a generator: it yields deltas and returns the answer.
 */
export const streamable: TransferKind = {
  ...json,
  staysOpen: true,
  isRepeatable: false,
  responseSchema: (route, example) => ({
    200: {
      description: "The answer",
      content: {
        "application/json": { schema: withExample(route.response, example?.response) },
        "text/event-stream": { schema: z.union([route.deltas ?? z.never(), route.response]) },
      },
    },
  }),
  async send({ body }, context) {
    const { route, request, reply } = context;
    const answer = body as Streamable<unknown, unknown>;
    if (wantsEvents(request.headers.accept)) {
      // What is yielded last was encoded as the answer; the others as deltas.
      return sendEvents(tagged(answer), (value) => encode(route, value as Tagged), context);
    }
    for (;;) {
      const next = await answer.next();
      if (next.done) return reply.code(200).send(next.value);
    }
  },
};

type Tagged = { delta: unknown } | { answer: unknown };

async function* tagged(answer: Streamable<unknown, unknown>): AsyncGenerator<Tagged> {
  for (;;) {
    const next = await answer.next();
    if (next.done) {
      yield { answer: next.value };
      return;
    }
    yield { delta: next.value };
  }
}

function encode(route: { response: z.ZodType; deltas?: z.ZodType }, value: Tagged): unknown {
  if ("answer" in value) return z.encode(route.response, value.answer);
  return z.encode(route.deltas ?? z.never(), value.delta as never);
}

const wantsEvents = (accept: string | undefined) => accept?.includes("text/event-stream") === true;
