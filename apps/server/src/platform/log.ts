import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** Anything that lets its holder act as somebody else; `*` covers one level of nesting. */
const secretPaths = [
  "password",
  "token",
  "authorization",
  "cookie",
  "secret",
  "code",
  "ticket",
  "passwordHash",
];

/** Makes the process's logger: JSON lines, secrets redacted, access tokens in addresses cut (live hub path). */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          ...secretPaths,
          ...secretPaths.map((path) => `*.${path}`),
          "req.headers.authorization",
          "req.headers.cookie",
          'res.headers["set-cookie"]',
        ],
        censor: "[redacted]",
      },
      serializers: {
        err: describeError,
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: redactUrl(request.url),
          ip: request.ip,
        }),
      },
    },
    ...((destination ? [destination] : []) as [DestinationStream]),
  );
}

interface DescribedError {
  type: string;
  message: string;
  /** SQLSTATE or system code; not named `code`, which is redacted. */
  errorCode?: unknown;
  stack?: string | undefined;
  cause?: DescribedError;
}

/** The telling parts of an error: libraries hang whole connections on theirs. */
function describeError(error: unknown): DescribedError | unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { errorCode: code }),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/** Hides the values of secrets that travel in a query string; on the live hub `id` is the connection's secret. */
export function redactUrl(url: string): string {
  const shown = url.includes("/hubs/") ? url.replace(/([?&]id=)[^&]*/gi, "$1[redacted]") : url;
  // An address that is itself the secret of whoever tells us.
  if (shown.includes("/incoming/mailchimp/"))
    return shown.replace(/(\/incoming\/mailchimp\/[^/]*\/).*/, "$1[redacted]");
  return shown.replace(/([?&](?:access_token|token|ticket|code)=)[^&]*/gi, "$1[redacted]");
}
