import { createHmac, timingSafeEqual } from "node:crypto";

/** Slack's own advice against what is sent again later. */
const TOLERANCE_S = 5 * 60;

interface Signed {
  body: string;
  /** `X-Slack-Request-Timestamp`, seconds. */
  timestamp: string | undefined;
  /** `X-Slack-Signature`. */
  signature: string | undefined;
}

/** Whether Slack said this, within five minutes of now: `v0=` and the hex of HMAC-SHA256(signing secret, `v0:seconds:body`). */
export function isSignedBySlack(
  signingSecret: string,
  { body, timestamp, signature }: Signed,
  now: Date,
): boolean {
  if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const hash = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
  const right = Buffer.from(`v0=${hash}`);
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given);
}
