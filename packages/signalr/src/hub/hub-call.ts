import type { LinkEnd, Principal } from "../transport/link.ts";

/** What a call knows of the connection it came by. */
export type CallConnection = {
  readonly id: string;
  readonly principal: Principal | null;
  readonly items: Map<string, unknown>;
  readonly callClients: unknown;
  readonly ownGroups: { add(group: string): Promise<void>; remove(group: string): Promise<void> };
  watchEnd(abort: AbortController): void;
  unwatchEnd(abort: AbortController): void;
  shut(end: LinkEnd): void;
};

/** What a handler is told of the call, types forgotten; `HubCallOf` in create-hub.ts is the typed view of it. */
export class HubCall {
  readonly #connection: CallConnection;
  #abort: AbortController | null = null;

  constructor(connection: CallConnection) {
    this.#connection = connection;
  }

  get connectionId(): string {
    return this.#connection.id;
  }

  get user(): Principal | null {
    return this.#connection.principal;
  }

  /** Belongs to the connection: what one call leaves here the next one finds. */
  get items(): Map<string, unknown> {
    return this.#connection.items;
  }

  get clients(): unknown {
    return this.#connection.callClients;
  }

  get groups(): CallConnection["ownGroups"] {
    return this.#connection.ownGroups;
  }

  /** Aborted when the client cancels the stream or the connection ends. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController();
      this.#connection.watchEnd(this.#abort);
    }
    return this.#abort.signal;
  }

  /** Ends the connection for good: the client does not reconnect. */
  abort(): void {
    this.#connection.shut({ reason: "closedByHost", allowReconnect: false });
  }

  /** The call is over; with `isCancelled` its signal fires. */
  settle(isCancelled: boolean): void {
    if (!this.#abort) return;
    this.#connection.unwatchEnd(this.#abort);
    if (isCancelled) this.#abort.abort();
  }
}
