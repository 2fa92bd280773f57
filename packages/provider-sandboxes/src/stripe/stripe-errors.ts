import { AnswerError, type Answer } from "../kit/index.ts";

/** An error in Stripe's words: `{ error: { type, message, code?, param? } }`. */
export function stripeError(
  status: number,
  type: string,
  message: string,
  more: Record<string, unknown> = {},
): AnswerError {
  const answer: Answer = { status, body: { error: { type, message, ...more } } };
  return new AnswerError(answer);
}

/** A parameter that cannot be used (400). */
export const invalid = (message: string, param: string, code?: string): AnswerError =>
  stripeError(400, "invalid_request_error", message, { param, ...(code && { code }) });

/** An object that does not exist: 404 by its own address, 400 as a parameter. */
export const missing = (kind: string, id: string, param = "id"): AnswerError =>
  stripeError(param === "id" ? 404 : 400, "invalid_request_error", `No such ${kind}: '${id}'`, {
    code: "resource_missing",
    param,
  });
