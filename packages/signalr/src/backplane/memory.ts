import type { Backplane, BackplaneReceiver } from "./backplane.ts";

/** Joins several hubs of one process, for tests and for hubs split by name. */
export class MemoryBus {
  readonly #members = new Set<MemoryBackplane>();

  /** A backplane for one hub. */
  createBackplane(): Backplane {
    return new MemoryBackplane(this.#members);
  }
}

class MemoryBackplane implements Backplane {
  readonly #members: Set<MemoryBackplane>;
  readonly #channels = new Set<string>();
  #receive: BackplaneReceiver | null = null;

  constructor(members: Set<MemoryBackplane>) {
    this.#members = members;
  }

  async start(receive: BackplaneReceiver): Promise<void> {
    this.#receive = receive;
    this.#members.add(this);
  }

  async publish(channel: string, message: string): Promise<void> {
    for (const member of this.#members) {
      if (member.#channels.has(channel)) member.#receive?.(channel, message);
    }
  }

  async subscribe(channel: string): Promise<void> {
    this.#channels.add(channel);
  }

  async unsubscribe(channel: string): Promise<void> {
    this.#channels.delete(channel);
  }

  async stop(): Promise<void> {
    this.#members.delete(this);
    this.#receive = null;
  }
}
