/** Numbers of the hub protocol's message types. */
export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

export type InvocationMessage = {
  type: typeof MessageType.invocation;
  /** Left out when the sender wants no answer. */
  invocationId?: string;
  target: string;
  arguments: readonly unknown[];
  /** Ids of the streams the sender uploads with this call. */
  streamIds?: readonly string[];
};

export type StreamInvocationMessage = {
  type: typeof MessageType.streamInvocation;
  invocationId: string;
  target: string;
  arguments: readonly unknown[];
  streamIds?: readonly string[];
};

export type StreamItemMessage = {
  type: typeof MessageType.streamItem;
  invocationId: string;
  item: unknown;
};

export type CompletionMessage = {
  type: typeof MessageType.completion;
  invocationId: string;
  /** Present (null included) for a value, left out for void; never beside an error. */
  result?: unknown;
  error?: string;
};

export type CancelInvocationMessage = {
  type: typeof MessageType.cancelInvocation;
  invocationId: string;
};

export type PingMessage = { type: typeof MessageType.ping };

export type CloseMessage = {
  type: typeof MessageType.close;
  error?: string;
  /** Without `true` the official client does not reconnect. */
  allowReconnect?: boolean;
};

export type AckMessage = { type: typeof MessageType.ack; sequenceId: number };
export type SequenceMessage = { type: typeof MessageType.sequence; sequenceId: number };

export type HubMessage =
  | InvocationMessage
  | StreamInvocationMessage
  | StreamItemMessage
  | CompletionMessage
  | CancelInvocationMessage
  | PingMessage
  | CloseMessage
  | AckMessage
  | SequenceMessage;

/** The peer broke the protocol; the connection cannot go on. The message is for the log, never for the peer. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}
