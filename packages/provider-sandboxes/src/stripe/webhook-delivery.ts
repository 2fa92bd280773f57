import { createHmac } from "node:crypto";
import { DeliveryQueue, postBody, type PeerClock } from "../kit/index.ts";
import type { Event, WebhookEndpoint } from "./objects.ts";

/** The `Stripe-Signature` of a body: `t=<seconds>,v1=<hex of HMAC-SHA256(secret, "t.body")>`. */
export function stripeSignature(secret: string, body: string, seconds: number): string {
  const hex = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hex}`;
}

/** An endpoint of the account, or of the platform, which is told whose event it is. */
export interface Listener extends WebhookEndpoint {
  secret: string;
  connect: boolean;
}

/** One event on its way to one endpoint. */
interface Delivery {
  event: Event;
  listener: Listener;
}

/** Sends events to endpoints: at once, or held and let go late, in another order or several times. */
export class WebhookDelivery extends DeliveryQueue<Delivery> {
  readonly listeners = new Map<string, Listener>();

  constructor(accountId: string, clock: PeerClock) {
    super({
      post: ({ event, listener }) => {
        const said = { ...event, ...(listener.connect && { account: accountId }) };
        const body = JSON.stringify(said, null, 2);
        return postBody(listener.url, body, {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": stripeSignature(listener.secret, body, clock.seconds()),
        });
      },
      accepted: ({ event }) => {
        event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
      },
    });
  }

  /** Sends an event to each endpoint that asked for its kind. */
  tell(event: Event): void {
    for (const listener of this.listeners.values()) {
      const wants = listener.enabled_events.some((type) => type === "*" || type === event.type);
      if (!wants || listener.status !== "enabled") continue;
      event.pending_webhooks += 1;
      this.deliver({ event, listener });
    }
  }
}
