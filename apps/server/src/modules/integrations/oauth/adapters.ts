import type { TokenAnswer } from "./oauth-style.ts";

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const secondsOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);

/** Slack says `ok: false` with status 200, and a type of token that the standard does not know. */
export function readSlackAnswer(body: Readonly<Record<string, unknown>>): TokenAnswer | { error: string } {
  const accessToken = textOf(body["access_token"]);
  if (body["ok"] !== true || accessToken === null) return { error: textOf(body["error"]) ?? "no token" };
  return {
    accessToken,
    refreshToken: textOf(body["refresh_token"]),
    expiresInS: secondsOf(body["expires_in"]),
    scopes: textOf(body["scope"])?.split(",") ?? null,
    said: body,
  };
}

/** Mailchimp names no type of token, and says `expires_in: 0` of one that does not end. */
export function readMailchimpAnswer(
  body: Readonly<Record<string, unknown>>,
): TokenAnswer | { error: string } {
  const accessToken = textOf(body["access_token"]);
  if (accessToken === null) return { error: textOf(body["error"]) ?? "no token" };
  return { accessToken, refreshToken: null, expiresInS: null, scopes: null, said: body };
}
