/**
 * Carries messages between the processes that serve one hub. Groups and users are channels: a process subscribes to one
 * when its first member comes and leaves it with the last.
 *
 * Delivery is at most once and in order per publisher, unless an implementation promises more. One instance serves one hub
 * in one process. What a process publishes may come back to it: the hub recognises its own.
 */
export type Backplane = {
  /**
   * Begins to deliver. Resolves when the connection stands; keeps itself alive from then on. `onMissed` is told when
   * messages of other processes have passed this one by for good: its clients then connect anew and fetch what they miss.
   */
  start(receive: BackplaneReceiver, onMissed?: () => void): Promise<void>;
  publish(channel: string, message: string): Promise<void>;
  /** Resolves when the subscription holds: what is published afterwards anywhere arrives. */
  subscribe(channel: string): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  stop(): Promise<void>;
};

export type BackplaneReceiver = (channel: string, message: string) => void;
