import { drawsFrom, type PeerClock } from "../kit/index.ts";

export interface SlackChannel {
  id: string;
  name: string;
  isPrivate: boolean;
  isArchived: boolean;
  /** The app was invited; without that it cannot post there. */
  isMember: boolean;
}

export interface SlackMessage {
  channel: string;
  ts: string;
  text: string;
  blocks: unknown;
  /** By an incoming webhook, or as the bot. */
  by: "bot" | "webhook";
}

/** One Slack workspace: its channels, and what was said in them. */
export class Workspace {
  readonly id = "T0SANDBOX";
  readonly name = "Brightleaf Software";
  readonly channels: SlackChannel[] = [
    { id: "C0ALERTS", name: "customer-alerts", isPrivate: false, isArchived: false, isMember: true },
    { id: "C0SALES", name: "sales", isPrivate: false, isArchived: false, isMember: false },
    { id: "G0BOARD", name: "board", isPrivate: true, isArchived: false, isMember: true },
    { id: "C0OLD", name: "old-alerts", isPrivate: false, isArchived: true, isMember: true },
  ];
  /** Oldest first. */
  readonly messages: SlackMessage[] = [];
  /** The path of the incoming webhook; null when it was removed. */
  webhookPath: string | null = `/services/T0SANDBOX/B0SANDBOX/${drawsFrom(5).letters(24)}`;
  webhookChannel = "C0ALERTS";
  readonly #clock: PeerClock;
  readonly #lastPost = new Map<string, number>();

  constructor(clock: PeerClock) {
    this.#clock = clock;
  }

  channel(nameOrId: string): SlackChannel | undefined {
    return this.channels.find((one) => one.id === nameOrId || one.name === nameOrId.replace(/^#/, ""));
  }

  /** Seconds to wait until the channel takes another message (one a second); 0 when it takes it now. */
  waitS(channel: string): number {
    const last = this.#lastPost.get(channel);
    const left = last === undefined ? 0 : last + 1000 - this.#clock.now();
    return left > 0 ? Math.ceil(left / 1000) : 0;
  }

  /** A message of the bot's, where it stands. */
  message(channel: string, ts: string): SlackMessage | undefined {
    return this.messages.find((one) => one.channel === channel && one.ts === ts);
  }

  post(channel: string, text: string, blocks: unknown, by: SlackMessage["by"]): SlackMessage {
    const now = this.#clock.now();
    this.#lastPost.set(channel, now);
    const ts = `${Math.floor(now / 1000)}.${String(this.messages.length + 1).padStart(6, "0")}`;
    const message = { channel, ts, text, blocks, by };
    this.messages.push(message);
    return message;
  }
}
