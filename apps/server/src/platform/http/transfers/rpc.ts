import { z } from "zod";
import { json } from "./json.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** Accepted, and nothing to say to it: the answer to a message that asks nothing. */
const ACCEPTED = 202;

const nothing = z.null().meta({ description: "Accepted; the message asked nothing" });

/**
 * A message of another protocol in JSON, and one back: its schema lets through what it does not name, because the
 * protocol grows. A handler that returns null has nothing to say.
 */
export const rpc: TransferKind = {
  ...json,
  isRepeatable: false,
  requestSchema: ({ body }) => ({ body }),
  responseSchema: (route) => ({ 200: route.response, [ACCEPTED]: nothing }),
  send: (answer, { reply }) =>
    answer.body === null ? reply.code(ACCEPTED).send() : reply.code(answer.status).send(answer.body),
};
