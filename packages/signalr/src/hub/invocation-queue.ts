/** Invocations run in one go before other work of the process gets its turn. */
const RUNS_PER_TURN = 64;

/** Starts one invocation. Returns a promise while it holds its slot; null when it does not hold one. */
export type StartInvocation<Entry> = (entry: Entry) => Promise<void> | null;

/** Invocations of one connection: started in the order received, at most `maxParallel` holding a slot at a time. */
export class InvocationQueue<Entry> {
  readonly #maxParallel: number;
  readonly #start: StartInvocation<Entry>;
  readonly #onChange: () => void;
  #entries: Entry[] = [];
  #head = 0;
  #runningCount = 0;
  #isOpen = false;
  #runsInTurn = 0;

  constructor(maxParallel: number, start: StartInvocation<Entry>, onChange: () => void) {
    this.#maxParallel = maxParallel;
    this.#start = start;
    this.#onChange = onChange;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  get runningCount(): number {
    return this.#runningCount;
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.#pump();
  }

  /** Lets invocations start; until then they are held. */
  open(): void {
    this.#isOpen = true;
    this.#pump();
  }

  /** Drops what has not started. */
  clear(): void {
    this.#isOpen = false;
    this.#entries = [];
    this.#head = 0;
  }

  #pump(): void {
    while (this.#isOpen && this.#runningCount < this.#maxParallel && this.length > 0) {
      if (this.#runsInTurn >= RUNS_PER_TURN) return;
      this.#runsInTurn += 1;
      if (this.#runsInTurn === RUNS_PER_TURN) {
        setImmediate(() => {
          this.#runsInTurn = 0;
          this.#pump();
        });
      }
      const held = this.#start(this.#shift());
      if (held) {
        this.#runningCount += 1;
        void held.finally(() => {
          this.#runningCount -= 1;
          this.#onChange();
          this.#pump();
        });
      }
    }
    if (this.#runsInTurn > 0 && this.length === 0 && this.#runsInTurn < RUNS_PER_TURN) this.#runsInTurn = 0;
  }

  #shift(): Entry {
    const entry = this.#entries[this.#head] as Entry;
    this.#head += 1;
    if (this.#head === this.#entries.length) {
      this.#entries = [];
      this.#head = 0;
    } else if (this.#head >= 1_024) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return entry;
  }
}
