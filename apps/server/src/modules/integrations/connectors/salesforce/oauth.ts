import type { OAuthStyle } from "../../oauth/oauth-style.ts";

/** Where an organization is asked must be Salesforce's own: the answer names it, and an answer is not believed further. */
const OWN_HOSTS = /\.(salesforce|force)\.com$/;

/** An External Client App: PKCE, refresh tokens that rotate, sessions whose end the organization chooses (2 hours unless it did). */
export const salesforceOAuth: OAuthStyle = {
  authorizePath: "/services/oauth2/authorize",
  tokenPath: "/services/oauth2/token",
  revokePath: "/services/oauth2/revoke",
  scopes: ["api", "refresh_token"],
  scopesInLink: "spaces",
  pkce: true,
  clientProof: "form",
  lifetimeS: 7200,
  accountBase({ said }, { loginBase, isLocal }) {
    const named = said["instance_url"];
    if (typeof named !== "string" || !URL.canParse(named)) throw new TypeError("No organization was named");
    const { origin, protocol, hostname } = new URL(named);
    if (isLocal && hostname === new URL(loginBase).hostname) return origin;
    if (protocol !== "https:" || !OWN_HOSTS.test(hostname))
      throw new TypeError("Not an address of Salesforce's");
    return origin;
  },
};
