import type { HubProtocol } from "./hub-protocol.ts";

/** The first record of a connection, always JSON: which hub protocol the rest of it speaks. */
export type HandshakeOutcome = { protocol: HubProtocol } | { error: string };

/** Versions of the hub protocol; 2 differs from 1 only by allowing stateful reconnect. */
const MAX_VERSION = 2;

/**
 * Judges a handshake request record.
 *
 * `supportsBinary` tells whether the transport can carry bytes (server-sent events cannot). The error texts are those of the
 * .NET server and safe to send.
 */
export function readHandshake(
  record: string,
  protocols: ReadonlyMap<string, HubProtocol>,
  supportsBinary: boolean,
): HandshakeOutcome {
  let request: unknown;
  try {
    request = JSON.parse(record);
  } catch {
    return { error: "An unexpected error occurred during connection handshake." };
  }
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    return { error: "An unexpected error occurred during connection handshake." };
  }
  const { protocol: name, version } = request as { protocol?: unknown; version?: unknown };
  if (typeof name !== "string" || typeof version !== "number") {
    return { error: "An unexpected error occurred during connection handshake." };
  }
  const protocol = protocols.get(name);
  if (!protocol) return { error: `The protocol '${name}' is not supported.` };
  if (!Number.isInteger(version) || version < 1 || version > MAX_VERSION) {
    return { error: `The server does not support version ${version} of the '${name}' protocol.` };
  }
  if (protocol.transferFormat === "Binary" && !supportsBinary) {
    return {
      error: `Cannot use the '${name}' protocol on the current transport. The transport does not support 'Binary' transfer format.`,
    };
  }
  return { protocol };
}

/** The handshake answer, JSON whatever protocol was agreed. */
export function writeHandshakeResponse(error?: string): Buffer {
  return Buffer.from(`${JSON.stringify(error === undefined ? {} : { error })}\u001e`, "utf8");
}
