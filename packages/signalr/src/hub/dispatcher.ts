import type { Clock } from "../clock.ts";
import type { HubMetrics } from "../metrics.ts";
import {
  MessageType,
  type HubMessage,
  type InvocationMessage,
  type StreamInvocationMessage,
} from "../protocol/messages.ts";
import type { Link } from "../transport/link.ts";
import { validateAll, InvalidValue } from "./contract.ts";
import { describeFailure, describeStreamFailure, errorText } from "./errors.ts";
import { HubCall } from "./hub-call.ts";
import type { RegisteredMethod } from "./registered-method.ts";
import { isIterable, type ServerStream } from "./server-stream.ts";
import type { UploadStream } from "./upload-stream.ts";

/** An invocation received, with what was set up for it on reception. */
export type PendingInvocation = {
  readonly message: InvocationMessage | StreamInvocationMessage;
  readonly method: RegisteredMethod | null;
  readonly call: HubCall;
  readonly uploads: readonly UploadStream[];
  readonly stream: ServerStream | null;
  /** An answer settled on reception (an id in use, too many streams); the method is not run. */
  readonly refusal: string | null;
};

/** What answering needs of the connection a call came by. */
export type AnsweringConnection = {
  readonly runtime: { readonly clock: Clock; readonly metrics: HubMetrics };
  readonly link: Link;
  /** Throws what the encoder throws. */
  sendMessage(message: HubMessage): void;
  releaseUploads(entry: PendingInvocation): void;
  logError(message: string, error: unknown): void;
};

/** A call that may not run, with the text that says so to the client. */
class Refusal extends Error {}

/**
 * Starts an invocation. Returns a promise while the call holds its slot; null for streams and methods with uploads,
 * which run beside the queue.
 */
export function startInvocation(
  connection: AnsweringConnection,
  entry: PendingInvocation,
): Promise<void> | null {
  const run = entry.stream ? runStream(connection, entry, entry.stream) : runCall(connection, entry);
  // Nothing is known to get here; if something does, it must not end the process.
  const done = run.catch((error: unknown) => connection.logError("answering failed", error));
  const holdsSlot = entry.stream === null && entry.uploads.length === 0;
  return holdsSlot ? done : null;
}

async function runCall(connection: AnsweringConnection, entry: PendingInvocation): Promise<void> {
  const { message } = entry;
  const startedMs = connection.runtime.clock.nowMs();
  let error: string | null = null;
  let result: unknown;
  try {
    result = await callHandler(entry);
  } catch (failure) {
    error = explain(connection, entry, failure);
  }
  connection.runtime.metrics.countInvocation(connection.runtime.clock.nowMs() - startedMs, error !== null);
  entry.call.settle(false);
  connection.releaseUploads(entry);
  if (message.invocationId === undefined) return;
  const completion = { type: MessageType.completion, invocationId: message.invocationId } as const;
  if (error !== null) {
    connection.sendMessage({ ...completion, error });
    return;
  }
  try {
    connection.sendMessage(result === undefined ? completion : { ...completion, result });
  } catch (failure) {
    connection.sendMessage({ ...completion, error: explain(connection, entry, failure) });
  }
}

async function runStream(
  connection: AnsweringConnection,
  entry: PendingInvocation,
  stream: ServerStream,
): Promise<void> {
  const startedMs = connection.runtime.clock.nowMs();
  let hasFailed = false;
  try {
    if (stream.isOver) return;
    const source = await callHandler(entry);
    if (!isIterable(source)) throw new TypeError("a streaming method must answer with an iterable");
    await stream.run(source, connection.link);
  } catch (failure) {
    hasFailed = true;
    stream.finish(new Refusal(explain(connection, entry, failure)));
  } finally {
    connection.runtime.metrics.countInvocation(connection.runtime.clock.nowMs() - startedMs, hasFailed);
    entry.call.settle(false);
    connection.releaseUploads(entry);
  }
}

/** The error text of a stream's completion: a refusal speaks for itself, an exception in mid-stream is described. */
export function explainStreamEnd(connection: AnsweringConnection, failure: unknown): string {
  if (failure instanceof Refusal) return failure.message;
  connection.logError("stream failed", failure);
  return describeStreamFailure(failure);
}

async function callHandler({ message, method, call, uploads, refusal }: PendingInvocation): Promise<unknown> {
  const { target } = message;
  if (refusal !== null) throw new Refusal(refusal);
  if (!method) throw new Refusal(errorText.unknownMethod(target));
  const wantsStream = message.type === MessageType.streamInvocation;
  if (method.isStream && !wantsStream) throw new Refusal(errorText.streamExpected(target));
  if (!method.isStream && wantsStream) throw new Refusal(errorText.streamNotExpected(target));
  if ((message.streamIds?.length ?? 0) !== method.uploads.length)
    throw new Refusal(errorText.badArguments(target));
  const args = await validateAll(method.args, message.arguments).catch((error: unknown) => {
    if (error instanceof InvalidValue) throw new Refusal(errorText.badArguments(target));
    throw error;
  });
  if (method.authorize && !(await method.authorize(call, ...args)))
    throw new Refusal(errorText.unauthorized(target));
  return method.handle(call, ...args, ...uploads);
}

function explain(connection: AnsweringConnection, { message }: PendingInvocation, failure: unknown): string {
  if (failure instanceof Refusal) return failure.message;
  if (failure instanceof InvalidValue) return errorText.badArguments(message.target);
  connection.logError(`method '${message.target}' failed`, failure);
  return describeFailure(message.target, failure);
}
