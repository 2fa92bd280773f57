import { randomUUID } from "node:crypto";
import { AnswerError } from "../kit/index.ts";

/** An error in HubSpot's words: `{ status, message, correlationId, category }`. */
export function hubspotError(
  status: number,
  category: string,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): AnswerError {
  const correlationId = randomUUID();
  return new AnswerError({
    status,
    headers: { "x-hubspot-correlation-id": correlationId, ...headers },
    body: { status: "error", message, correlationId, category, ...more },
  });
}

export const invalidInput = (
  message: string,
  errors: { message: string; code?: string; in?: string }[] = [],
): AnswerError => hubspotError(400, "VALIDATION_ERROR", message, errors.length > 0 ? { errors } : {});

export type LimitPolicy = "SECONDLY" | "TEN_SECONDLY_ROLLING" | "DAILY";

const said: Record<LimitPolicy, string> = {
  SECONDLY: "You have reached your secondly limit.",
  TEN_SECONDLY_ROLLING: "You have reached your ten_secondly_rolling limit.",
  DAILY: "You have reached your daily limit.",
};

/** Too many requests; which of the limits it was stands in `policyName`. */
export const tooMany = (policyName: LimitPolicy): AnswerError =>
  hubspotError(429, "RATE_LIMITS", said[policyName], { errorType: "RATE_LIMIT", policyName });
