import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "#platform/crypto/secrets.ts";

const PURPOSE = "demo-booking";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The secret of a booking's link, by which its visitor moves it or calls it off: its id, signed. It is the same in every
 * mail, so that the first one still works after a move, and ends with the demo.
 */
export function bookingToken(secretKeys: readonly string[], bookingId: string): string {
  const [key] = deriveKeys(secretKeys, PURPOSE);
  if (!key) throw new Error("Signing needs a secret key");
  return `${bookingId}.${sign(key, bookingId).toString("base64url")}`;
}

/** Whose booking a token opens; null for one that no key of ours signed. */
export function readBookingToken(secretKeys: readonly string[], token: string): string | null {
  const [bookingId = "", signature = ""] = token.split(".");
  if (!uuid.test(bookingId)) return null;
  const given = Buffer.from(signature, "base64url");
  const isOurs = deriveKeys(secretKeys, PURPOSE).some((key) => {
    const own = sign(key, bookingId);
    return own.length === given.length && timingSafeEqual(own, given);
  });
  return isOurs ? bookingId : null;
}

const sign = (key: Uint8Array, said: string) => createHmac("sha256", key).update(said).digest();
