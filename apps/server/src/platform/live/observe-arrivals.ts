import type { Backplane } from "@forestay/signalr";

/** A backplane that also lets this process see messages of its own channel arrive. */
export interface ObservedBackplane {
  backplane: Backplane;
  /** Resolves when `message` arrives on the channel; rejects after `timeoutMs`. */
  next(message: string, timeoutMs: number): Promise<void>;
}

export function observeArrivals(backplane: Backplane, channel: string): ObservedBackplane {
  const waiting = new Map<string, () => void>();
  return {
    backplane: {
      async start(receive, onMissed) {
        await backplane.start((from, message) => {
          if (from === channel) waiting.get(message)?.();
          else receive(from, message);
        }, onMissed);
        await backplane.subscribe(channel);
      },
      publish: (to, message) => backplane.publish(to, message),
      subscribe: (to) => backplane.subscribe(to),
      unsubscribe: (to) => backplane.unsubscribe(to),
      stop: () => backplane.stop(),
    },
    next(message, timeoutMs) {
      return new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(message);
        };
        const timer = setTimeout(() => {
          settle();
          reject(new Error("No message came through within the time allowed"));
        }, timeoutMs);
        waiting.set(message, () => {
          settle();
          resolve();
        });
      });
    },
  };
}
