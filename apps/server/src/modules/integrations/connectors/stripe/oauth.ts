import type { OAuthStyle } from "../../oauth/oauth-style.ts";

/** Stripe Apps: the app's manifest names what it may do, its secret key proves who asks. */
export const stripeOAuth: OAuthStyle = {
  authorizePath: "/oauth/v2/authorize",
  tokenPath: "/v1/oauth/token",
  // An app is removed in Stripe; there is no call that gives access back.
  revokePath: null,
  scopes: [],
  scopesInLink: "none",
  pkce: false,
  clientProof: "bearer",
  lifetimeS: 3600,
};
