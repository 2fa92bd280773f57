import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorTable, type ErrorBody, type ErrorCode } from "@forestay/contracts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDatabaseUnavailable, isDiskFull, isWriteConflict } from "#platform/db/database-errors.ts";
import { AppError } from "./app-error.ts";

/** Seconds a caller should wait while the database is away. */
const UNAVAILABLE_RETRY_SECONDS = 2;

/** Fastify's own refusals, in our words: nothing of the framework crosses the wire. */
const frameworkCodes: Record<string, ConstructorParameters<typeof AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ["bad_request", { message: "The body is not valid JSON." }],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["bad_request", { message: "The body is empty." }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "bad_request",
    { message: "The Content-Length does not match the body." },
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type"],
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large"],
  FST_REQ_FILE_TOO_LARGE: ["payload_too_large"],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_media_type"],
  FST_ERR_HANDLER_TIMEOUT: [
    "unavailable",
    { message: "This took too long. Try again.", retryAfterSeconds: 5 },
  ],
};

/** Turns whatever was thrown into the one error that is answered; unknown errors become `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // Names are the caller's: on an ordinary object a problem of `constructor` would get lost.
    const fields = Object.create(null) as Record<string, string>;
    for (const issue of error.validation) {
      const path = issue.instancePath.split("/").filter(Boolean).join(".") || "request";
      fields[path] ??= issue.message ?? "Invalid";
    }
    return new AppError("validation_failed", { fields });
  }
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known) return new AppError(...known);
  if (isDiskFull(error)) return new AppError("storage_full", { cause: error });
  if (isDatabaseUnavailable(error)) {
    return new AppError("unavailable", { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS, cause: error });
  }
  if (isWriteConflict(error)) return new AppError("conflict", { cause: error });
  if (statusCode === 413) return new AppError("payload_too_large");
  if (statusCode === 415) return new AppError("unsupported_media_type");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError("bad_request");
  return new AppError("internal", { cause: error });
}

/** What crosses the wire of an error: of a 5xx only its code's own words, except that we are away. */
export function errorBodyOf(request: Pick<FastifyRequest, "id">, error: AppError): ErrorBody {
  const hidden = error.status >= 500 && error.code !== "unavailable";
  return {
    code: error.code,
    message: hidden ? errorTable[error.code].message : error.message,
    ...(error.fields ? { fields: error.fields } : {}),
    requestId: request.id,
  };
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  // RFC 9110, 11.6.1: a 401 names a way to come in; programs look for it.
  if (error.status === 401) reply.header("www-authenticate", "Bearer");
  if (error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
  // Fastify hangs up on whose body failed, and who still sends would not read why (slow-bodies.ts).
  if (error.code === "request_timeout") reply.removeHeader("connection");
  // Serialised here and not by the route's schema: an error has one shape everywhere.
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer((payload: string) => payload)
    .send(JSON.stringify(errorBodyOf(request, error)));
}

/** Whether the caller went before the request had arrived: nothing of ours failed, and nobody reads the answer. */
const brokeOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** Answers what Fastify refuses before it knows a route: an address that is none, or that no address of ours can be. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void send(request, reply, toAppError(error));
}

/** By Node's code, of a request that could not be read at all; anything else is not HTTP. */
const unreadable: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

/** Answers a request of which there is nothing but its connection, in the shape of every other error, and hangs up. */
export function answerUnreadable(error: { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const code = unreadable[error.code ?? ""] ?? "bad_request";
  const { status, message } = errorTable[code];
  const body: ErrorBody = { code, message, requestId: randomUUID() };
  const text = JSON.stringify(body);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `X-Content-Type-Options: nosniff\r\nX-Request-Id: ${body.requestId}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }
  socket.end();
}

/** Installs the one error handler: `{ code, message, fields?, requestId }`, and hides every 5xx. */
export function installErrorHandler(server: FastifyInstance): void {
  server.setErrorHandler((raw, request, reply) => {
    const error = toAppError(raw);
    if (errorTable[error.code].reportable && !brokeOff(request)) {
      request.log.error({ err: error.cause ?? raw }, "request failed");
    }
    return send(request, reply, error);
  });
}

/** Answers an unknown address below the API. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(request, reply, new AppError("not_found"));
}
