import { readMailchimpAnswer } from "../../oauth/adapters.ts";
import type { OAuthStyle } from "../../oauth/oauth-style.ts";

/** Mailchimp knows no scopes and no refreshing: a token holds until the app is removed there. */
export const mailchimpOAuth: OAuthStyle = {
  authorizePath: "/oauth2/authorize",
  tokenPath: "/oauth2/token",
  revokePath: null,
  scopes: [],
  scopesInLink: "none",
  pkce: false,
  clientProof: "form",
  lifetimeS: null,
  readAnswer: readMailchimpAnswer,
};
