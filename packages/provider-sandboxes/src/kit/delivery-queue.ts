/** In which order held deliveries go out. */
export type ReleaseOrder<T> = "as-made" | "reversed" | ((held: T[]) => T[]);

export interface DeliveryQueueOptions<T> {
  /** Sends one and resolves with the status of the answer, 0 where nobody answered. */
  post(one: T): Promise<number>;
  /** Told when one was accepted. */
  accepted?(one: T): void;
  /** Puts held ones together before they go. */
  merge?(held: T[]): T[];
}

/** Deliveries of a stand-in, one after the other: at once, or held and let go late, in another order or several times. */
export class DeliveryQueue<T> {
  /** Statuses of all tries, oldest first; 0 where nobody answered. */
  readonly tries: { one: T; status: number }[] = [];
  /** Each goes out this many times. */
  copies = 1;
  readonly #options: DeliveryQueueOptions<T>;
  #held: T[] | undefined;
  #refused: T[] = [];
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: DeliveryQueueOptions<T>) {
    this.#options = options;
  }

  /** Keeps what comes until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets what was held go and resolves when all of it was answered. */
  async release(order: ReleaseOrder<T> = "as-made"): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    const merged = this.#options.merge?.(held) ?? held;
    const inOrder = order === "as-made" ? merged : order === "reversed" ? merged.toReversed() : order(merged);
    for (const one of inOrder) this.#send(one);
    await this.settled();
  }

  /** Sends what was not accepted once more, as providers do for hours or days. */
  async retry(): Promise<void> {
    const refused = this.#refused;
    this.#refused = [];
    for (const one of refused) this.#send(one);
    await this.settled();
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    let before;
    do {
      before = this.#underWay;
      await before;
    } while (before !== this.#underWay);
  }

  deliver(one: T): void {
    if (this.#held) this.#held.push(one);
    else this.#send(one);
  }

  #send(one: T): void {
    for (let copy = 0; copy < this.copies; copy += 1)
      this.#underWay = this.#underWay.then(() => this.#post(one));
  }

  async #post(one: T): Promise<void> {
    const status = await this.#options.post(one);
    this.tries.push({ one, status });
    if (status >= 200 && status < 300) this.#options.accepted?.(one);
    else this.#refused.push(one);
  }
}

/** POSTs a body and says the status of the answer, 0 where nobody answered. */
export async function postBody(url: string, body: string, headers: Record<string, string>): Promise<number> {
  return fetch(url, { method: "POST", headers, body, redirect: "manual" }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}
