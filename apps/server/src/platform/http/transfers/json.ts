import { z } from "zod";
import { AppError } from "../app-error.ts";
import { withExample, type TransferKind } from "./transfer-kind.ts";

/** A handler answers within 10 s: no caller waits longer for what has become a job's work. */
export const HANDLER_TIMEOUT_MS = 10_000;

/** JSON in, checked, and JSON out through the response schema. */
export const json: TransferKind = {
  timeoutMs: HANDLER_TIMEOUT_MS,
  staysOpen: false,
  isRepeatable: true,
  checkBody(request) {
    // Every other type was refused by the parser; the one of uploads is known to the server.
    if (request.isMultipart()) throw new AppError("unsupported_media_type");
  },
  requestSchema({ body }, example) {
    if (body === undefined) return {};
    return { body: withExample(body instanceof z.ZodObject ? body.strict() : body, example?.body) };
  },
  responseSchema: (route, example) => ({
    [route.status ?? 200]: withExample(route.response, example?.response),
  }),
  send: (answer, { reply }) => reply.code(answer.status).send(answer.body),
};
