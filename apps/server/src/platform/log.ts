import { pino, type DestinationStream, type Logger } from "pino";

export type Log = Logger;

/** Anything that lets its holder act as somebody else; `*` covers one level of nesting. */
const secretPaths = ["password", "token", "authorization", "cookie", "secret", "code", "ticket", "passwordHash"];

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
        req: (request: { method: string; url: string; ip?: string }) => ({
          method: request.method,
          url: redactUrl(request.url),
          ip: request.ip,
        }),
      },
    },
    ...(destination ? [destination] : []) as [DestinationStream],
  );
}

/** Hides the values of secrets that travel in a query string. */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:access_token|token|ticket|code)=)[^&]*/gi, "$1[redacted]");
}
