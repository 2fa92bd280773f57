import { validate, type Schema } from "./contract.ts";
import { HubError } from "./errors.ts";

/**
 * One client-to-server stream as the method sees it: iterate it once. Items are validated as they are taken; the
 * buffer is bounded by the connection, which stops reading when `length` grows.
 */
export class UploadStream implements AsyncIterable<unknown> {
  readonly #schema: Schema;
  readonly #onTaken: () => void;
  #items: unknown[] = [];
  #isDone = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(schema: Schema, onTaken: () => void) {
    this.#schema = schema;
    this.#onTaken = onTaken;
  }

  get length(): number {
    return this.#items.length;
  }

  /** True while the method waits for an item that has not come. */
  get isStarved(): boolean {
    return this.#wake !== null;
  }

  push(item: unknown): void {
    if (this.#isDone) return;
    this.#items.push(item);
    this.#wakeUp();
  }

  /** The client completed the stream; an error of its own reaches the method as a HubError. */
  complete(error?: string): void {
    this.#finish(error === undefined ? null : new HubError(error));
  }

  /** The connection is gone. */
  fail(error: Error): void {
    this.#finish(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    for (;;) {
      while (this.#items.length > 0) {
        const item = this.#items.shift();
        this.#onTaken();
        yield await validate(this.#schema, item);
      }
      if (this.#error) throw this.#error;
      if (this.#isDone) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#onTaken();
      });
    }
  }

  #finish(error: Error | null): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#error = error;
    this.#wakeUp();
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
