import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "#platform/crypto/secrets.ts";

/** Whose weekly report a link ends. */
export interface Subscriber {
  companyId: string;
  userId: string;
}

const PURPOSE = "report-unsubscribe";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The secret of a mail's link: who it is for, signed. It does not expire, because mail is read late, and ends one thing
 * only, which can be had again.
 */
export function unsubscribeToken(secretKeys: readonly string[], { companyId, userId }: Subscriber): string {
  const [key] = deriveKeys(secretKeys, PURPOSE);
  if (!key) throw new Error("Signing needs a secret key");
  const said = `${companyId}.${userId}`;
  return `${said}.${sign(key, said).toString("base64url")}`;
}

/** Who a token was made for; null for one that no key of ours signed. */
export function readUnsubscribeToken(secretKeys: readonly string[], token: string): Subscriber | null {
  const [companyId = "", userId = "", signature = ""] = token.split(".");
  if (!uuid.test(companyId) || !uuid.test(userId)) return null;
  const given = Buffer.from(signature, "base64url");
  const isOurs = deriveKeys(secretKeys, PURPOSE).some((key) => {
    const own = sign(key, `${companyId}.${userId}`);
    return own.length === given.length && timingSafeEqual(own, given);
  });
  return isOurs ? { companyId, userId } : null;
}

const sign = (key: Uint8Array, said: string) => createHmac("sha256", key).update(said).digest();
