import type { Clock } from "../clock.ts";
import type { Backplane } from "../backplane/backplane.ts";
import type { HubLog } from "../options.ts";

/** How long a join waits for the backplane before it goes on with this process only. */
const ACKNOWLEDGE_MS = 2_000;

type Subscription = { count: number; ready: Promise<void> };

/** Counts who needs a channel, so that the backplane is asked once per channel, and in order. */
export class ChannelSubscriptions {
  readonly #backplane: Backplane;
  readonly #connect: () => Promise<void>;
  readonly #clock: Clock;
  readonly #log: HubLog;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #leaving = new Map<string, Promise<void>>();

  /** `connect` starts the backplane once; no channel is asked for before. */
  constructor(backplane: Backplane, connect: () => Promise<void>, clock: Clock, log: HubLog) {
    this.#backplane = backplane;
    this.#connect = connect;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Resolves when the channel is subscribed. A backplane that is down does not hold up clients: after a while, or on
   * failure, this resolves with a warning, and the subscription takes effect when the backplane is back.
   */
  want(channel: string): Promise<void> {
    const known = this.#subscriptions.get(channel);
    if (known) {
      known.count += 1;
      return known.ready;
    }
    const left = this.#leaving.get(channel) ?? Promise.resolve();
    const subscribed = Promise.all([left, this.#connect()]).then(() => this.#backplane.subscribe(channel));
    const subscription = { count: 1, ready: this.#waitFor(channel, subscribed) };
    this.#subscriptions.set(channel, subscription);
    return subscription.ready;
  }

  release(channel: string): void {
    const subscription = this.#subscriptions.get(channel);
    if (!subscription) return;
    subscription.count -= 1;
    if (subscription.count > 0) return;
    this.#subscriptions.delete(channel);
    const left = subscription.ready
      .then(() => this.#backplane.unsubscribe(channel))
      .catch((error: unknown) => this.#log({ level: "warn", message: "backplane unsubscribe failed", error }))
      .finally(() => {
        if (this.#leaving.get(channel) === left) this.#leaving.delete(channel);
      });
    this.#leaving.set(channel, left);
  }

  #waitFor(channel: string, subscribed: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ACKNOWLEDGE_MS, () => {
        this.#log({ level: "warn", message: `backplane has not acknowledged ${channel}` });
        resolve();
      });
      subscribed.then(
        () => {
          cancel();
          resolve();
        },
        (error: unknown) => {
          cancel();
          this.#log({ level: "warn", message: `backplane cannot subscribe ${channel}`, error });
          resolve();
        },
      );
    });
  }
}
