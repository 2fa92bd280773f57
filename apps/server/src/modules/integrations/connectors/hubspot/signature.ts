import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_MS = 5 * 60_000;
/** These alone are decoded in an address before it is signed. */
const DECODED = /%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;

interface Signed {
  method: string;
  /** As it is set in the app, letter for letter. */
  url: string;
  body: string;
  /** `X-HubSpot-Request-Timestamp`, milliseconds. */
  timestamp: string | undefined;
  /** `X-HubSpot-Signature-v3`. */
  signature: string | undefined;
}

/** Base64 of HMAC-SHA256 over method, address, body and moment, with the app's secret. */
export function hubspotSignature(
  secret: string,
  { method, url, body, timestamp }: Omit<Signed, "signature">,
): string {
  const address = url.replaceAll(DECODED, (code) => decodeURIComponent(code));
  return createHmac("sha256", secret).update(`${method}${address}${body}${timestamp}`).digest("base64");
}

/** Whether HubSpot said this, within five minutes of now. */
export function isSigned(secret: string, signed: Signed, now: Date): boolean {
  const { timestamp, signature } = signed;
  if (timestamp === undefined || signature === undefined || !/^\d{1,16}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return false;
  const right = Buffer.from(hubspotSignature(secret, signed));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
