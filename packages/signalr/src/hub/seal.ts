import { channelFor, channelsOf } from "./envelope.ts";
import type { CloseOptions, ConnectionSelector, Envelope, EventTarget, SentEnvelope } from "./envelope.ts";

/** A message as text, for a transaction of the host to hand to the backplane's own store (see `outboxStatement`). */
export type SealedMessage = { readonly channel: string; readonly message: string };

/**
 * Seals an event for a hub known by its name only: what a transaction does in a process, or a part of one, that holds no
 * hub. Payloads are taken as they are; with a hub at hand, its `sealEvent` checks the types.
 */
export function sealHubEvent(
  hubName: string,
  to: EventTarget,
  event: string,
  args: readonly unknown[],
): SealedMessage {
  return seal(channelFor(channelsOf(hubName), to), { kind: "event", to, event, args });
}

/** Seals the closing of connections in every process. Without `allowReconnect` clients stay away. */
export function sealHubClose(
  hubName: string,
  selector: ConnectionSelector,
  options: CloseOptions = {},
): SealedMessage {
  return seal(channelsOf(hubName).servers, { kind: "close", selector, options });
}

function seal(channel: string, envelope: Envelope): SealedMessage {
  // No sender: the process whose transaction it was hears it from the backplane like all others.
  const sent: SentEnvelope = { ...envelope, from: null, atMs: Date.now() };
  return { channel, message: JSON.stringify(sent) };
}
