import type { Backplane, BackplaneReceiver } from "./backplane.ts";

/** What the backplane needs of a client that publishes; an ioredis client fits. */
export type RedisPublisher = { publish(channel: string, message: string): Promise<unknown> };

/**
 * What it needs of a client of its own for subscriptions; an ioredis client fits. It must subscribe again by itself after
 * a lost connection, as ioredis does.
 */
export type RedisSubscriber = {
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  on(event: "message", listener: (channel: string, message: string) => void): unknown;
  off(event: "message", listener: (channel: string, message: string) => void): unknown;
};

export type RedisBackplaneOptions = {
  readonly publisher: RedisPublisher;
  readonly subscriber: RedisSubscriber;
  /** Put before every channel name [signalr:]. */
  readonly prefix?: string;
};

/**
 * A backplane over the pub/sub of Redis or Valkey. The clients stay the host's: it opens and closes them.
 *
 * What is sent while Redis is away, or while this process is cut off from it, does not reach the other processes.
 */
export function createRedisBackplane(options: RedisBackplaneOptions): Backplane {
  const { publisher, subscriber, prefix = "signalr:" } = options;
  const channels = new Set<string>();
  let receive: BackplaneReceiver | null = null;
  const onMessage = (name: string, message: string) => {
    const channel = name.startsWith(prefix) ? name.slice(prefix.length) : null;
    if (channel !== null && channels.has(channel)) receive?.(channel, message);
  };
  return {
    async start(receiver) {
      receive = receiver;
      subscriber.on("message", onMessage);
    },
    async publish(channel, message) {
      await publisher.publish(prefix + channel, message);
    },
    async subscribe(channel) {
      channels.add(channel);
      await subscriber.subscribe(prefix + channel);
    },
    async unsubscribe(channel) {
      channels.delete(channel);
      await subscriber.unsubscribe(prefix + channel);
    },
    async stop() {
      receive = null;
      subscriber.off("message", onMessage);
      await Promise.all([...channels].map((channel) => subscriber.unsubscribe(prefix + channel)));
      channels.clear();
    },
  };
}
