/** An error whose text the client may see; every other error is logged and hidden. */
export class HubError extends Error {
  override readonly name: string = "HubError";
}

/** The answer of a client to a server's call could not be had: it failed, was refused, timed out or the client left. */
export class ClientResultError extends HubError {
  override readonly name = "ClientResultError";
}

/** Error texts of the .NET server, which clients in the field know. */
export const errorText = {
  unknownMethod: (target: string) => `Unknown hub method '${target}'`,
  badArguments: (target: string) => `Failed to invoke '${target}' due to an error on the server.`,
  unauthorized: (target: string) => `Failed to invoke '${target}' because user is unauthorized`,
  streamExpected: (target: string) =>
    `The client attempted to invoke the streaming '${target}' method with a non-streaming invocation.`,
  streamNotExpected: (target: string) =>
    `The client attempted to invoke the non-streaming '${target}' method with a streaming invocation.`,
  idInUse: (id: string) => `Invocation ID '${id}' is already in use.`,
  tooManyStreams: "Too many streams are open on this connection.",
  closed: "Connection closed with an error.",
  handshakeCanceled: "Handshake was canceled.",
} as const;

/** What the client is told of an exception in a method; only a HubError's text goes along. */
export function describeFailure(target: string, error: unknown): string {
  return withHubError(`An unexpected error occurred invoking '${target}' on the server.`, error);
}

/** What the client is told of an exception in a stream. */
export function describeStreamFailure(error: unknown): string {
  return withHubError("An error occurred on the server while streaming results.", error);
}

function withHubError(text: string, error: unknown): string {
  return error instanceof HubError ? `${text} HubException: ${error.message}` : text;
}
