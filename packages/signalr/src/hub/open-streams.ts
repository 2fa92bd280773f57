import { MessageType, type InvocationMessage, type StreamInvocationMessage } from "../protocol/messages.ts";
import type { Schema } from "./contract.ts";
import { errorText } from "./errors.ts";
import type { ServerStream } from "./server-stream.ts";
import { UploadStream } from "./upload-stream.ts";

type Opener = InvocationMessage | StreamInvocationMessage;

/** All streams of one connection: those the server sends, by invocation id, and those the client uploads, by stream id. */
export class OpenStreams {
  readonly #maxCount: number;
  readonly #onTaken: () => void;
  readonly #serverStreams = new Map<string, ServerStream>();
  readonly #uploads = new Map<string, UploadStream>();

  constructor(maxCount: number, onTaken: () => void) {
    this.#maxCount = maxCount;
    this.#onTaken = onTaken;
  }

  serverStream(invocationId: string): ServerStream | undefined {
    return this.#serverStreams.get(invocationId);
  }

  upload(streamId: string): UploadStream | undefined {
    return this.#uploads.get(streamId);
  }

  /** Items of the fullest upload buffer. */
  get longestUpload(): number {
    let longest = 0;
    for (const upload of this.#uploads.values()) longest = Math.max(longest, upload.length);
    return longest;
  }

  /** True while a method waits for an item of some upload. */
  get isStarved(): boolean {
    for (const upload of this.#uploads.values()) if (upload.isStarved) return true;
    return false;
  }

  /** Why an invocation may not open its streams, as the text for its completion; null when it may. */
  refusalFor(message: Opener): string | null {
    const streamIds = message.streamIds ?? [];
    const isStream = message.type === MessageType.streamInvocation;
    if (isStream && this.#serverStreams.has(message.invocationId))
      return errorText.idInUse(message.invocationId);
    for (const [index, id] of streamIds.entries()) {
      if (this.#uploads.has(id) || streamIds.indexOf(id) !== index) return errorText.idInUse(id);
    }
    const added = streamIds.length + (isStream ? 1 : 0);
    return this.#serverStreams.size + this.#uploads.size + added > this.#maxCount
      ? errorText.tooManyStreams
      : null;
  }

  /** Registers the streams of an invocation as it is received: its items may follow at once. */
  open(message: Opener, schemas: readonly Schema[], stream: ServerStream | null): UploadStream[] {
    if (stream && message.invocationId !== undefined) this.#serverStreams.set(message.invocationId, stream);
    const uploads: UploadStream[] = [];
    for (const [index, streamId] of (message.streamIds ?? []).entries()) {
      const schema = schemas[index];
      if (!schema) continue;
      const upload = new UploadStream(schema, this.#onTaken);
      this.#uploads.set(streamId, upload);
      uploads.push(upload);
    }
    return uploads;
  }

  /** Forgets the streams of an invocation that has ended; late items find nothing. */
  release({
    message,
    uploads,
    stream,
  }: {
    message: Opener;
    uploads: readonly UploadStream[];
    stream: ServerStream | null;
  }): void {
    if (stream && message.invocationId !== undefined) this.#serverStreams.delete(message.invocationId);
    for (const streamId of uploads.length > 0 ? (message.streamIds ?? []) : []) {
      const upload = this.#uploads.get(streamId);
      if (!upload || !uploads.includes(upload)) continue;
      upload.complete();
      this.#uploads.delete(streamId);
    }
  }

  /** The connection is gone. */
  endAll(): void {
    for (const stream of this.#serverStreams.values()) stream.abandon();
    for (const upload of this.#uploads.values()) upload.fail(new Error("the client disconnected"));
    this.#serverStreams.clear();
    this.#uploads.clear();
  }
}
