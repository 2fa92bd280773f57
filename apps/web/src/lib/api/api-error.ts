import { errorTable } from "@forestay/contracts/wire";
import type { ErrorBody, ErrorCode } from "@forestay/contracts/wire";

/** The server's closed list, plus `network` (no answer arrived) and `unknown` (a proxy answered in our place). */
export type ApiErrorCode = ErrorCode | "network" | "unknown";

/** A failed call: the server's `{ code, message, fields?, requestId }`, plus the HTTP status (0 = no answer arrived). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(init: {
    code: ApiErrorCode;
    message: string;
    status: number;
    fields?: Record<string, string>;
    requestId?: string | undefined;
  }) {
    super(init.message);
    this.code = init.code;
    this.status = init.status;
    this.fields = init.fields ?? {};
    this.requestId = init.requestId;
  }
}

/** By which the server's logs know the call that failed so; nothing where no answer of ours arrived. */
export function requestIdOf(error: Error): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}

/** Whether the server said no, and why: asked again just so, it says no again. */
export function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408 &&
    error.status !== 429
  );
}

/** Turns any answer with an error status into an ApiError, whoever wrote it. */
export function toApiError(status: number, bodyText: string): ApiError {
  try {
    const body: unknown = JSON.parse(bodyText);
    if (isErrorBody(body)) {
      const { code, message, fields, requestId } = body;
      return new ApiError({ code, message, status, requestId, ...(fields ? { fields } : {}) });
    }
  } catch {
    // Not JSON: a proxy's own page. Its text is of no use to a person.
  }
  return new ApiError({
    code: "unknown",
    message: `The server answered with an error (${status}). Try again in a moment.`,
    status,
  });
}

/** Whether an answer is ours; by hand, so that the first load holds no schemas. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  const { code, message, fields, requestId } = body as Record<string, unknown>;
  return (
    typeof code === "string" &&
    Object.hasOwn(errorTable, code) &&
    typeof message === "string" &&
    typeof requestId === "string" &&
    (fields === undefined || (typeof fields === "object" && fields !== null))
  );
}

export function networkError(): ApiError {
  return new ApiError({
    code: "network",
    message: "We could not reach the server. Check your connection and try again.",
    status: 0,
  });
}
