import { encodeMessage, type HubProtocol, type WireMessage } from "../protocol/hub-protocol.ts";
import type { HubMessage } from "../protocol/messages.ts";

/** One message for many receivers: written once for each protocol that any of them speaks. */
export class EncodedMessage {
  readonly #message: HubMessage;
  #protocol: HubProtocol | null = null;
  #encoded: WireMessage | null = null;
  #others: Map<HubProtocol, WireMessage> | null = null;

  constructor(message: HubMessage) {
    this.#message = message;
  }

  for(protocol: HubProtocol): WireMessage {
    if (protocol === this.#protocol && this.#encoded) return this.#encoded;
    if (!this.#protocol) {
      this.#protocol = protocol;
      return (this.#encoded = encodeMessage(protocol, this.#message));
    }
    const others = (this.#others ??= new Map());
    let encoded = others.get(protocol);
    if (!encoded) others.set(protocol, (encoded = encodeMessage(protocol, this.#message)));
    return encoded;
  }
}
