import { createHmac } from "node:crypto";
import type { PeerClock } from "../kit/index.ts";
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

/** One try to deliver. */
export interface Delivery {
  eventId: string;
  endpointId: string;
  url: string;
  /** 0 where nobody answered. */
  status: number;
}

interface Waiting {
  event: Event;
  listener: Listener;
}

/** In which order held deliveries go out. */
export type ReleaseOrder = "as-made" | "reversed" | ((events: Event[]) => Event[]);

/** Sends events to endpoints: at once, or held and let go late, in another order or several times. */
export class WebhookDelivery {
  readonly tries: Delivery[] = [];
  readonly listeners = new Map<string, Listener>();
  /** Each event goes out this many times. */
  copies = 1;
  readonly #accountId: string;
  readonly #clock: PeerClock;
  #held: Waiting[] | undefined;
  #failed: Waiting[] = [];
  #underWay: Promise<void> = Promise.resolve();

  constructor(accountId: string, clock: PeerClock) {
    this.#accountId = accountId;
    this.#clock = clock;
  }

  /** Keeps what comes until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets what was held go, one after the other, and resolves when all of it was answered. */
  async release(order: ReleaseOrder = "as-made"): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const one of ordered(held, order)) this.#send(one);
    await this.settled();
  }

  /** Sends what was not accepted once more, as Stripe does for three days. */
  async retry(): Promise<void> {
    const failed = this.#failed;
    this.#failed = [];
    for (const one of failed) this.#send(one);
    await this.settled();
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    let before;
    do {
      before = this.#underWay;
      await before;
    } while (before !== this.#underWay);
  }

  deliver(event: Event): void {
    for (const listener of this.listeners.values()) {
      const wants = listener.enabled_events.some((type) => type === "*" || type === event.type);
      if (!wants || listener.status !== "enabled") continue;
      event.pending_webhooks += 1;
      const one = { event, listener };
      if (this.#held) this.#held.push(one);
      else this.#send(one);
    }
  }

  #send({ event, listener }: Waiting): void {
    for (let copy = 0; copy < this.copies; copy += 1) {
      this.#underWay = this.#underWay.then(() => this.#post(event, listener));
    }
  }

  async #post(event: Event, listener: Listener): Promise<void> {
    const body = JSON.stringify({ ...event, ...(listener.connect && { account: this.#accountId }) }, null, 2);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      "stripe-signature": stripeSignature(listener.secret, body, this.#clock.seconds()),
    };
    const status = await fetch(listener.url, { method: "POST", headers, body, redirect: "manual" }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    this.tries.push({ eventId: event.id, endpointId: listener.id, url: listener.url, status });
    if (status >= 200 && status < 300) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
    else this.#failed.push({ event, listener });
  }
}

function ordered(held: Waiting[], order: ReleaseOrder): Waiting[] {
  if (order === "as-made") return held;
  if (order === "reversed") return held.toReversed();
  return order(held.map((one) => one.event)).flatMap((event) =>
    held.filter((one) => one.event.id === event.id),
  );
}
