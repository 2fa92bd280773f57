import type { Link } from "../transport/link.ts";

/** Where a stream's messages go. `item` throws when the value cannot be written. */
export type StreamOutput = {
  item(value: unknown): void;
  /** The one Completion of the stream. */
  complete(error?: unknown): void;
};

/** A server-to-client stream under way. It is pulled no faster than the client takes it. */
export class ServerStream {
  readonly #output: StreamOutput;
  readonly #onCancel: () => void;
  #iterator: AsyncIterator<unknown> | null = null;
  #isOver = false;

  constructor(output: StreamOutput, onCancel: () => void) {
    this.#output = output;
    this.#onCancel = onCancel;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async run(source: AsyncIterable<unknown> | Iterable<unknown>, link: Link): Promise<void> {
    const iterator = iterate(source);
    this.#iterator = iterator;
    if (this.#isOver) {
      this.#stopProducer();
      return;
    }
    try {
      for (;;) {
        const next = await iterator.next();
        if (this.#isOver) return;
        if (next.done) break;
        this.#output.item(next.value);
        if (link.isCongested) await new Promise<void>((resolve) => link.onceDrained(resolve));
        if (this.#isOver) return;
      }
      this.finish();
    } catch (error) {
      this.finish(error);
      this.#stopProducer();
    }
  }

  /** Ends the stream with its Completion, once. */
  finish(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#output.complete(error);
  }

  /** The client wants no more: complete at once, without waiting for the producer. */
  cancel(): void {
    if (this.#isOver) return;
    this.finish();
    this.#onCancel();
    this.#stopProducer();
  }

  /** The connection is gone: nothing more can be said. */
  abandon(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onCancel();
    this.#stopProducer();
  }

  #stopProducer(): void {
    // A generator stuck in its own await settles this only later, so nobody waits for it.
    try {
      void Promise.resolve(this.#iterator?.return?.()).catch(() => undefined);
    } catch {
      // A hand-written iterator may throw at once; the stream is over either way.
    }
  }
}

function iterate(source: AsyncIterable<unknown> | Iterable<unknown>): AsyncIterator<unknown> {
  if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
  const iterator = source[Symbol.iterator]();
  return {
    next: async () => iterator.next(),
    return: async () => iterator.return?.() ?? { done: true, value: undefined },
  };
}

export function isIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  return (
    typeof value === "object" && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}
