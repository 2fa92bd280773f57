import { z } from "zod";
import { sendEvents } from "./event-lines.ts";
import { json } from "./json.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** JSON in, and out the events that the handler yields, each through the response schema, as server-sent events. */
export const stream: TransferKind = {
  ...json,
  timeoutMs: null,
  staysOpen: true,
  isRepeatable: false,
  responseSchema: (route) => ({ 200: { content: { "text/event-stream": { schema: route.response } } } }),
  send: ({ body }, context) =>
    sendEvents(body as AsyncIterable<unknown>, (value) => z.encode(context.route.response, value), context),
};
