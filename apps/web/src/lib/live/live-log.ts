export interface LiveLogEntry {
  id: number;
  /** Milliseconds since the epoch. */
  at: number;
  text: string;
}

/** Enough for an hour of a bad network, and no more memory than that. */
const MAX_ENTRIES = 200;

/** What happened to the live connection, oldest first. Secrets are taken out on the way in: it is made to be copied. */
export class LiveLog {
  readonly #now: () => number;
  #entries: readonly LiveLogEntry[] = [];
  #lastId = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get entries(): readonly LiveLogEntry[] {
    return this.#entries;
  }

  add(text: string): void {
    this.#lastId += 1;
    const entry = { id: this.#lastId, at: this.#now(), text: withoutSecrets(text) };
    this.#entries = [...this.#entries.slice(1 - MAX_ENTRIES), entry];
  }
}

/** Tokens travel in the query of WebSocket and event-stream addresses, and the client's own messages quote addresses. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/((?:access_token|id|token)=)[^&\s'"]+/gi, "$1[hidden]")
    .replace(/(Bearer )[\w.~+/=-]+/gi, "$1[hidden]")
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[hidden]");
}
