import { createHmac } from "node:crypto";

/** `X-Slack-Signature`: `v0=` and the hex of HMAC-SHA256(signing secret, `v0:seconds:body`). */
export function slackSignature(signingSecret: string, body: string, seconds: number): string {
  return `v0=${createHmac("sha256", signingSecret).update(`v0:${seconds}:${body}`).digest("hex")}`;
}
