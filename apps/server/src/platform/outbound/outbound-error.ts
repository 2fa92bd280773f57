/**
 * Why a call outside had no answer. `refused_address`: it is none that may be called. `unreachable`: no connection, or it
 * broke. `timeout`: not within the time allowed. `too_large`: the answer went past its cap. `busy`: this process has called
 * that host as often as it may. `bad_redirect`: it led nowhere, or on for ever.
 */
export type OutboundErrorCode =
  | "refused_address"
  | "unreachable"
  | "timeout"
  | "too_large"
  | "busy"
  | "bad_redirect";

/** A failed call outside. Names the host at most: no path, query, header or body, which may hold credentials. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: OutboundErrorCode;
  /** Of the system or the client (ECONNREFUSED, ...), for logs and the operator. */
  readonly causeCode: string | undefined;

  constructor(code: OutboundErrorCode, message: string, causeCode?: string) {
    super(message);
    this.code = code;
    this.causeCode = causeCode;
  }
}

/**
 * What a failed fetch was, as ours. Its own error is not kept as the cause: one about a malformed header quotes the header.
 */
export function toOutboundError(error: unknown, host: string): OutboundError {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const causeCode = String(cause?.code ?? code ?? "no answer");
  const isTimeout = causeCode.endsWith("_TIMEOUT") || causeCode === "ETIMEDOUT";
  return isTimeout
    ? new OutboundError("timeout", `${host} did not answer in time`, causeCode)
    : new OutboundError("unreachable", `${host} does not answer`, causeCode);
}
