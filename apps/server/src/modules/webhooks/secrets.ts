import { createHmac, randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "#platform/crypto/seal.ts";

/** The form of a secret and of its signatures: Standard Webhooks 1.0. */
const MARK = "whsec_";
const SECRET_BYTES = 32;
export const PURPOSE = "webhooks";

export interface WhoseSecret {
  companyId: string;
  endpointId: string;
}

/** What a secret is tied to. */
export const boundTo = ({ companyId, endpointId }: WhoseSecret): string => `${companyId}/${endpointId}`;

/** A new secret as its receiver is told it, once, and as it is kept. */
export function createSecret(
  secretKeys: readonly string[],
  whose: WhoseSecret,
): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES);
  return {
    secret: MARK + bytes.toString("base64"),
    sealed: sealSecret(secretKeys, PURPOSE, boundTo(whose), bytes),
  };
}

export interface Signed {
  messageId: string;
  body: string;
  now: Date;
}

/**
 * The headers of a signed message: HMAC-SHA-256 over id, time and body, one signature for each secret that is good now.
 * Throws where a secret's key is gone from SECRET_KEYS.
 */
export function signatureHeaders(
  secretKeys: readonly string[],
  whose: WhoseSecret,
  sealedSecrets: readonly Buffer[],
  { messageId, body, now }: Signed,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = sealedSecrets.map((sealed) => {
    const key = openSecret(secretKeys, PURPOSE, boundTo(whose), sealed);
    return `v1,${createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
