import type { ErrorCode } from "@forestay/contracts";
import { errorTable } from "@forestay/contracts/vocabulary";

export interface AppErrorDetails {
  /** Better words than the table's; shown to a person. */
  message?: string;
  /** Form field path -> what is wrong with it. */
  fields?: Record<string, string>;
  /** Seconds until it is worth trying again; becomes the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that may cross the wire: a code of the closed list, and words. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? errorTable[code].message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}
