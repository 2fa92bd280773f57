import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { Principal } from "./link.ts";

export type NegotiationTicketsOptions = {
  /** Keeps the tickets of hubs that share secrets apart. */
  readonly hubName: string;
  /** Known to every process; the first signs, all of them are accepted. */
  readonly secrets: readonly (string | Uint8Array)[];
  /** Milliseconds since the epoch, as all machines know them [the system's]. */
  readonly epochMs?: () => number;
};

/** Longer than a negotiated connection waits for its transport, for clocks that are a little apart. */
const LIFETIME_MS = 60_000;

/**
 * Connection tokens that every process of a hub can check: `connectionId.issuer.expiry.signature`. With them a WebSocket
 * may reach another process than the one that negotiated it. As secret as a random token: the signature is 256 bits, over
 * the user as well, so that it is of no use to anybody else.
 */
export class NegotiationTickets {
  readonly #hubName: string;
  readonly #secrets: readonly (string | Uint8Array)[];
  readonly #epochMs: () => number;
  /** This process. */
  readonly #issuer = randomUUID().slice(0, 8);

  constructor({ hubName, secrets, epochMs = () => Date.now() }: NegotiationTicketsOptions) {
    if (secrets.length === 0) throw new TypeError("Tickets need a secret");
    this.#hubName = hubName;
    this.#secrets = secrets;
    this.#epochMs = epochMs;
  }

  issue(connectionId: string, principal: Principal | null): string {
    const content = `${connectionId}.${this.#issuer}.${(this.#epochMs() + LIFETIME_MS).toString(36)}`;
    return `${content}.${this.#sign(this.#secrets[0] ?? "", content, principal).toString("base64url")}`;
  }

  /**
   * The connection id on a ticket that another process gave to this user a short while ago, or null. One of this process
   * is not accepted: had it a connection still, the token would have found it.
   */
  read(token: string, principal: Principal | null): string | null {
    const [connectionId = "", issuer = "", expiry = "", signature = ""] = token.split(".");
    if (issuer === this.#issuer || !(Number.parseInt(expiry, 36) > this.#epochMs())) return null;
    const given = Buffer.from(signature, "base64url");
    const isRight = this.#secrets.some((secret) => {
      const right = this.#sign(secret, `${connectionId}.${issuer}.${expiry}`, principal);
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return isRight ? connectionId : null;
  }

  #sign(secret: string | Uint8Array, content: string, principal: Principal | null): Buffer {
    return createHmac("sha256", secret)
      .update(JSON.stringify([this.#hubName, content, principal?.userId ?? null]))
      .digest();
  }
}
