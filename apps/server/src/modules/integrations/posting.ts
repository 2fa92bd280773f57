/** A channel that may be posted to, as people there name it. */
export interface Channel {
  id: string;
  name: string;
  isPrivate: boolean;
}

/** What a channel is told; plain words, which the connector writes as its system wants them. */
export interface ChannelMessage {
  channelId: string;
  /** Stands out above the text. */
  title: string | null;
  text: string;
  /** Where it leads. */
  link: { url: string; label: string } | null;
  /** A button that says it is done; what the system tells of the press carries this. Null: there is none. */
  doneValue: string | null;
}

/**
 * What became of a message. `later`: the system asks us to wait. `unsure`: it was sent and nobody said whether it arrived, so
 * that it is not sent again by itself. `refused`: it is not there; whether the channel is at fault or the message.
 */
export type PostOutcome =
  | { result: "posted" }
  | { result: "later"; retryAfterMs: number | null }
  | { result: "unsure"; reason: string }
  | { result: "refused"; reason: string; isOfChannel: boolean };

/** How channels of a connected chat are told things. Calls throw ProviderError where it no longer lets us in. */
export interface Posting {
  listChannels(place: string | null): Promise<{ channels: Channel[]; next: string | null }>;
  /** Posts once: it is called again only where the outcome says that nothing arrived. */
  post(message: ChannelMessage): Promise<PostOutcome>;
  /** Puts other words in the place of a message, by the system's own id of it; twice is once. */
  replace(messageId: string, message: ChannelMessage): Promise<void>;
}
