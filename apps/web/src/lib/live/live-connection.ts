import { liveTimings } from "@forestay/contracts/wire";
import type {
  HubEvent,
  HubEventPayload,
  HubMethod,
  HubMethodInput,
  HubMethodResult,
  hubEvents,
  hubMethods,
} from "@forestay/contracts/wire";
import { LiveLog } from "./live-log.ts";
import { liveErrors } from "./live-state.ts";
import type { HubLink, LinkObserver, LiveSnapshot } from "./live-state.ts";

interface LiveConnectionOptions {
  createLink: (observer: LinkObserver) => Promise<HubLink>;
  /** What may arrive, as schemas; they come with the first link, because the first load holds none. */
  loadEvents: () => Promise<typeof hubEvents>;
  getToken: () => string | undefined;
  now?: () => number;
  /** Runs after the time; returns the way to call it off. */
  after?: (delayMs: number, run: () => void) => () => void;
}

type Handler<E extends HubEvent> = (payload: HubEventPayload<E>) => void;

type Input<M extends HubMethod> = HubMethodInput<(typeof hubMethods)[M]>;
/** A method with its arguments, to be invoked now or again. */
type Invocation = { [M in HubMethod]: readonly [method: M, ...args: Input<M>] }[HubMethod];

/** A goodbye that is not answered must not hold up a sign-out. */
const goodbyeTimeoutMs = 2000;

/** Wait before automatic reconnect number `attempt` (from 0): 1 s, doubled, at most 30 s. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(liveTimings.reconnectCapMs, liveTimings.reconnectBaseMs * 2 ** attempt);
}

/**
 * The live connection: five states, one link at a time. The link reconnects by itself after a loss;
 * when it was closed or did not start, the product's own retry takes over, five times, and then gives up until
 * `wake` or the next `connect`.
 */
export class LiveConnection {
  readonly #options: Required<LiveConnectionOptions>;
  readonly #handlers = new Map<HubEvent, Set<(payload: never) => void>>();
  readonly #connectedListeners = new Set<() => void>();
  /** What pages have joined, asked for again on every link. */
  readonly #joins = new Set<Invocation>();
  readonly #listeners = new Set<() => void>();
  readonly #log: LiveLog;
  #snapshot: LiveSnapshot;
  #link: HubLink | undefined;
  /** Counts opened and abandoned attempts: one that finds another number has been overtaken. */
  #epoch = 0;
  #wanted = false;
  #retries = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = { now: () => Date.now(), after: afterTimeout, ...options };
    this.#log = new LiveLog(this.#options.now);
    this.#snapshot = {
      state: "Disconnected",
      transport: undefined,
      connectedAt: undefined,
      lastPingAt: undefined,
      retries: 0,
      lastError: undefined,
      log: [],
    };
  }

  getSnapshot = (): LiveSnapshot => this.#snapshot;

  /** Calls back on every change of the snapshot. Returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls back on an event of the hub, whichever link it comes by. Returns the way to stop. */
  on<E extends HubEvent>(event: E, handler: Handler<E>): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** Calls back each time the user's group has been joined: what happened before it was missed. */
  onConnected(listener: () => void): () => void {
    this.#connectedListeners.add(listener);
    return () => this.#connectedListeners.delete(listener);
  }

  /**
   * Opens the connection and joins the user's group; while connected returns the existing one, while one is in
   * progress waits for it.
   * @throws Error with a text of `liveErrors`, or what the link failed with.
   */
  async connect(): Promise<HubLink> {
    this.#wanted = true;
    if (this.#snapshot.state === "Connected" && this.#link !== undefined) return this.#link;
    if (this.#snapshot.state !== "Disconnected") return this.#waitForLink();
    this.#cancelRetry();
    if (this.#options.getToken() === undefined) {
      this.#change({ lastError: liveErrors.noToken }, liveErrors.noToken);
      throw new Error(liveErrors.noToken);
    }
    return this.#open();
  }

  /** Leaves the user's group, then stops; nothing is retried after it. */
  async disconnect(): Promise<void> {
    this.#wanted = false;
    this.#cancelRetry();
    this.#retries = 0;
    const { state } = this.#snapshot;
    if (state === "Disconnected" || state === "Disconnecting") return;
    const link = this.#link;
    this.#epoch += 1;
    this.#link = undefined;
    this.#change({ state: "Disconnecting" });
    if (link !== undefined) {
      const goodbye = async () => {
        if (state === "Connected")
          await link.invoke("LeaveUserGroup" satisfies HubMethod).catch(() => undefined);
        await link.stop().catch(() => undefined);
      };
      await Promise.race([goodbye(), this.#sleep(goodbyeTimeoutMs)]);
    }
    this.#change({ state: "Disconnected", transport: undefined, connectedAt: undefined, retries: 0 });
  }

  /** Drops what there is and connects at once: for a person's press. */
  async reconnect(): Promise<HubLink> {
    await this.disconnect();
    return this.connect();
  }

  /** The network is gone: the link is dropped at once, where it would notice only after 30 s of silence. */
  interrupt(reason: string): void {
    const { state } = this.#snapshot;
    if (state !== "Connected" && state !== "Reconnecting") return;
    const link = this.#link;
    this.#epoch += 1;
    this.#lost(reason);
    void link?.stop().catch(() => undefined);
  }

  /** The network or a token is back: ends the wait before the next try. Does nothing while all is well or nobody wants a connection. */
  wake(): void {
    const { state } = this.#snapshot;
    if (!this.#wanted || !(state === "Disconnected" || state === "Reconnecting")) return;
    this.#retries = 0;
    void this.reconnect().catch(() => undefined);
  }

  /**
   * Calls a method of the hub.
   * @throws Error that the real-time connection is not active, or what the server refused it with.
   */
  async invoke<M extends HubMethod>(
    method: M,
    ...args: Input<M>
  ): Promise<HubMethodResult<(typeof hubMethods)[M]>> {
    if (this.#snapshot.state !== "Connected" || this.#link === undefined)
      throw new Error(liveErrors.inactive);
    return (await this.#link.invoke(method, ...args)) as HubMethodResult<(typeof hubMethods)[M]>;
  }

  /**
   * Joins what a page wants to hear, now or as soon as there is a connection, and again whenever it was lost: groups die
   * with a connection (live-hub, line 42). A join that is refused is noted and leaves the connection as it is. Returns the
   * way to leave, which invokes `leave` where one is given.
   */
  stayJoined(join: Invocation, leave?: Invocation): () => void {
    this.#joins.add(join);
    if (this.#snapshot.state === "Connected" && this.#link !== undefined) void this.#join(this.#link, join);
    return () => {
      if (!this.#joins.delete(join) || leave === undefined || this.#snapshot.state !== "Connected") return;
      const [method, ...args] = leave;
      void this.#link?.invoke(method, ...args).catch(() => undefined);
    };
  }

  async #join(link: HubLink, [method, ...args]: Invocation): Promise<void> {
    try {
      await link.invoke(method, ...args);
    } catch (error) {
      this.#change({}, `${method} was refused: ${messageOf(error)}`);
    }
  }

  /** The person's own group first, without which the link is of no use, then what pages have joined. */
  async #joinAll(link: HubLink): Promise<void> {
    await link.invoke("JoinUserGroup" satisfies HubMethod);
    await Promise.all([...this.#joins].map((join) => this.#join(link, join)));
  }

  async #open(): Promise<HubLink> {
    this.#epoch += 1;
    const epoch = this.#epoch;
    const overtaken = () => epoch !== this.#epoch;
    this.#change({ state: "Connecting" });
    let link: HubLink | undefined;
    try {
      const [opened, events] = await Promise.all([
        this.#options.createLink(this.#observer(overtaken)),
        this.#options.loadEvents(),
      ]);
      link = opened;
      if (overtaken()) throw new Error(liveErrors.failed);
      this.#link = link;
      this.#watch(link, events);
      await link.start();
      await this.#joinAll(link);
      if (overtaken()) throw new Error(liveErrors.failed);
      this.#joined();
      return link;
    } catch (error) {
      void link?.stop().catch(() => undefined);
      if (!overtaken()) this.#lost(messageOf(error));
      throw error;
    }
  }

  #watch(link: HubLink, events: typeof hubEvents): void {
    const current = () => link === this.#link;
    for (const event of Object.keys(events) as HubEvent[]) {
      link.on(
        event,
        (payload) => current() && this.#dispatch(event, events[event].payload.safeParse(payload)),
      );
    }
    link.onreconnecting((error) => {
      // Before the group was joined `#open` still holds this link, and fails with it.
      if (!current() || this.#snapshot.state === "Connecting") return;
      this.#change(
        { state: "Reconnecting", connectedAt: undefined, lastError: error && messageOf(error) },
        error?.message,
      );
    });
    link.onreconnected(() => {
      if (current()) void this.#rejoin(link);
    });
    link.onclose((error) => {
      if (current() && this.#snapshot.state !== "Connecting") {
        this.#lost(error === undefined ? "The server closed the connection" : messageOf(error));
      }
    });
  }

  /** Groups die with a connection (live-hub, line 42), so a reconnected link is of use only once it has joined again. */
  async #rejoin(link: HubLink): Promise<void> {
    try {
      await this.#joinAll(link);
      if (link === this.#link) this.#joined();
    } catch (error) {
      // Lost again meanwhile: the link is at it already.
      if (link !== this.#link || link.state !== "Connected") return;
      this.#link = undefined;
      void link.stop().catch(() => undefined);
      this.#lost(messageOf(error));
    }
  }

  #joined(): void {
    this.#retries = 0;
    this.#change({ state: "Connected", connectedAt: this.#options.now(), retries: 0, lastError: undefined });
    for (const listener of this.#connectedListeners) listener();
  }

  #lost(reason: string): void {
    this.#link = undefined;
    this.#change(
      { state: "Disconnected", transport: undefined, connectedAt: undefined, lastError: reason },
      reason,
    );
    this.#scheduleRetry();
  }

  #scheduleRetry(): void {
    if (!this.#wanted) return;
    if (this.#retries >= liveTimings.retryMaxAttempts) {
      this.#change({ lastError: liveErrors.exhausted }, liveErrors.exhausted);
      return;
    }
    const delayMs = liveTimings.retryBaseMs * 2 ** this.#retries;
    this.#retries += 1;
    this.#change(
      { retries: this.#retries },
      `Retry ${this.#retries} of ${liveTimings.retryMaxAttempts} in ${delayMs / 1000} s`,
    );
    this.#cancelRetry = this.#options.after(delayMs, () => {
      void this.connect().catch((error: unknown) => {
        // Every other failure has come through `#lost`, which scheduled the next try.
        if (messageOf(error) === liveErrors.noToken) this.#scheduleRetry();
      });
    });
  }

  async #waitForLink(): Promise<HubLink> {
    const deadline = this.#options.now() + liveTimings.waitTimeoutMs;
    const leaving = this.#snapshot.state === "Disconnecting";
    while (this.#options.now() < deadline) {
      await this.#sleep(liveTimings.waitPollMs);
      const { state } = this.#snapshot;
      if (state === "Connected" && this.#link !== undefined) return this.#link;
      if (state === "Disconnected") {
        // The one before was on its way out; that is no failure of this one.
        if (leaving) return this.connect();
        throw new Error(liveErrors.failed);
      }
    }
    throw new Error(liveErrors.timeout);
  }

  #dispatch(event: HubEvent, parsed: { success: true; data: unknown } | { success: false }): void {
    this.#change(
      {},
      parsed.success ? `Event ${event}` : `Event ${event} with a payload that is not understood`,
    );
    if (!parsed.success) return;
    for (const handler of this.#handlers.get(event) ?? []) handler(parsed.data as never);
  }

  #observer(overtaken: () => boolean): LinkObserver {
    const whileCurrent = (change: Partial<LiveSnapshot>, note?: string) => {
      if (!overtaken()) this.#change(change, note);
    };
    return {
      transport: (transport) => {
        if (transport !== this.#snapshot.transport) whileCurrent({ transport }, `Transport ${transport}`);
      },
      ping: () => whileCurrent({ lastPingAt: this.#options.now() }),
      retry: (retries, delayMs) => whileCurrent({ retries }, `Reconnect ${retries} in ${delayMs / 1000} s`),
      note: (text) => whileCurrent({}, text),
    };
  }

  #change(change: Partial<LiveSnapshot>, note?: string): void {
    if (change.state !== undefined && change.state !== this.#snapshot.state) this.#log.add(change.state);
    if (note !== undefined && note !== "") this.#log.add(note);
    this.#snapshot = { ...this.#snapshot, ...change, log: this.#log.entries };
    for (const listener of this.#listeners) listener();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.after(ms, resolve));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : liveErrors.failed;
}

function afterTimeout(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
