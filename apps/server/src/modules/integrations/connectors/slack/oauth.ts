import { readSlackAnswer } from "../../oauth/adapters.ts";
import type { OAuthStyle } from "../../oauth/oauth-style.ts";

/** Slack's second version: a bot's token, which holds until it is revoked. */
export const slackOAuth: OAuthStyle = {
  authorizePath: "/oauth/v2/authorize",
  tokenPath: "/api/oauth.v2.access",
  revokePath: null,
  // `chat:write.public`: public channels without being invited to each.
  scopes: ["chat:write", "chat:write.public", "channels:read", "groups:read"],
  scopesInLink: "commas",
  pkce: true,
  clientProof: "basic",
  lifetimeS: null,
  readAnswer: readSlackAnswer,
};
