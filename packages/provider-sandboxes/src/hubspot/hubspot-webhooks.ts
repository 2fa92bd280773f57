import { createHmac } from "node:crypto";
import { DeliveryQueue, postBody, type PeerClock } from "../kit/index.ts";
import type { PortalNews } from "./portal.ts";

/** Where HubSpot sends the app's news; set in the app, not by a call. */
export interface HubSpotTarget {
  url: string;
  clientSecret: string;
}

/** One piece of news as it is sent; many of them make a body. */
export interface HubSpotEvent {
  eventId: number;
  subscriptionId: number;
  portalId: number;
  appId: number;
  occurredAt: number;
  subscriptionType: string;
  attemptNumber: number;
  objectId: number;
  changeSource: string;
  propertyName?: string;
  propertyValue?: string;
}

const MAX_BATCH = 100;
/** Alone these are decoded before the address is signed. */
const DECODED = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

/** `X-HubSpot-Signature-v3`: base64 of HMAC-SHA256(secret, method + address + body + milliseconds). */
export function hubspotSignature(
  secret: string,
  method: string,
  url: string,
  body: string,
  ms: number,
): string {
  const signed = url.replaceAll(DECODED, (code) => decodeURIComponent(code));
  return createHmac("sha256", secret).update(`${method}${signed}${body}${ms}`).digest("base64");
}

const subscriptionIds: Record<PortalNews["kind"], number> = {
  creation: 11,
  propertyChange: 12,
  deletion: 13,
  privacyDeletion: 14,
};

/** Sends batches of up to 100 events, signed; what was held goes together. */
export class HubSpotWebhooks extends DeliveryQueue<HubSpotEvent[]> {
  /** Undefined: the app has no target, and nothing is sent. */
  target: HubSpotTarget | undefined;
  readonly #clock: PeerClock;
  readonly #portalId: number;
  readonly #appId: number;
  #nextEvent = 1;

  constructor(ids: { portalId: number; appId: number }, clock: PeerClock) {
    super({
      post: async (events) => {
        const { target } = this;
        if (!target) return 200;
        const body = JSON.stringify(events);
        const ms = clock.now();
        const status = await postBody(target.url, body, {
          "content-type": "application/json",
          "x-hubspot-request-timestamp": String(ms),
          "x-hubspot-signature-v3": hubspotSignature(target.clientSecret, "POST", target.url, body, ms),
        });
        for (const event of events) event.attemptNumber += 1;
        return status;
      },
      merge: (held) => {
        const all = held.flat();
        return Array.from({ length: Math.ceil(all.length / MAX_BATCH) }, (_, at) =>
          all.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
        );
      },
    });
    this.#clock = clock;
    this.#portalId = ids.portalId;
    this.#appId = ids.appId;
  }

  tell(news: PortalNews[]): void {
    const events = news.map(({ kind, type, id, propertyName, propertyValue }): HubSpotEvent => {
      const singular = type === "companies" ? "company" : type.slice(0, -1);
      return {
        // Not unique: it starts again, so that nobody takes it for a key.
        eventId: this.#nextEvent++ % 50,
        subscriptionId: subscriptionIds[kind],
        portalId: this.#portalId,
        appId: this.#appId,
        occurredAt: this.#clock.now(),
        subscriptionType: `${singular}.${kind}`,
        attemptNumber: 0,
        objectId: Number(id),
        changeSource: "CRM_UI",
        ...(propertyName !== undefined && { propertyName, propertyValue: propertyValue ?? "" }),
      };
    });
    if (this.target) this.deliver(events);
  }
}
