interface ErrorRule {
  status: number;
  /** Shown to a person when the thrower gives no better words. */
  message: string;
  /** Whether it is logged as something we should look at. */
  reportable: boolean;
}

/** The closed list of error codes that may cross the wire: one table code -> status, message, reportable. */
export const errorTable = {
  bad_request: { status: 400, message: "The request could not be understood.", reportable: false },
  validation_failed: { status: 400, message: "Some fields need attention.", reportable: false },
  unauthenticated: { status: 401, message: "Sign in to continue.", reportable: false },
  session_ended: { status: 401, message: "Your session has ended. Sign in to continue.", reportable: false },
  invalid_credentials: { status: 401, message: "E-mail or password is not right.", reportable: false },
  forbidden: { status: 403, message: "Your role does not allow this.", reportable: false },
  account_disabled: {
    status: 403,
    message: "This account is deactivated.",
    reportable: false,
  },
  people_only: { status: 403, message: "Only a person may do this, not an API key.", reportable: false },
  origin_refused: {
    status: 403,
    message: "This request came from another site and was refused.",
    reportable: false,
  },
  last_owner: {
    status: 403,
    message: "A company needs an active Owner. Make someone else Owner first.",
    reportable: false,
  },
  last_admin: {
    status: 403,
    message: "The platform needs an active Admin. Make someone else Admin first.",
    reportable: false,
  },
  not_found: { status: 404, message: "Not found.", reportable: false },
  method_not_allowed: {
    status: 405,
    message: "This address is not asked in this way.",
    reportable: false,
  },
  conflict: { status: 409, message: "This was changed meanwhile. Reload and try again.", reportable: false },
  invalid_state: { status: 409, message: "This is not possible in the current state.", reportable: false },
  idempotency_in_progress: {
    status: 409,
    message: "The same request is still being processed.",
    reportable: false,
  },
  idempotency_unknown: {
    status: 409,
    message: "The first request took effect, its answer was lost. Look before you send it again.",
    reportable: false,
  },
  payload_too_large: { status: 413, message: "That is larger than allowed.", reportable: false },
  unsupported_media_type: {
    status: 415,
    message: "This kind of content is not accepted here.",
    reportable: false,
  },
  request_timeout: { status: 408, message: "The request did not arrive in time.", reportable: false },
  headers_too_large: {
    status: 431,
    message: "The request's headers are larger than allowed.",
    reportable: false,
  },
  file_refused: { status: 422, message: "This file cannot be imported.", reportable: false },
  idempotency_mismatch: {
    status: 422,
    message: "This Idempotency-Key was used with another request. Send this one under a key of its own.",
    reportable: false,
  },
  rate_limited: { status: 429, message: "Too many requests. Try again shortly.", reportable: false },
  internal: { status: 500, message: "Something went wrong on our side.", reportable: true },
  unavailable: {
    status: 503,
    message: "The service is not available right now. Try again shortly.",
    reportable: true,
  },
  provider_unavailable: {
    status: 502,
    message: "The other system does not answer right now. Try again in a few minutes.",
    reportable: false,
  },
  storage_full: {
    status: 507,
    message: "The server's disk is full. Nothing was changed. Whoever runs it has to make room.",
    reportable: true,
  },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorTable;
