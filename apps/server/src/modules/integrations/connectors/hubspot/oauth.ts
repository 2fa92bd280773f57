import type { OAuthStyle } from "../../oauth/oauth-style.ts";

/** HubSpot by its dated paths: access lives half an hour, the refresh token stays. */
export const hubspotOAuth: OAuthStyle = {
  authorizePath: "/oauth/authorize",
  tokenPath: "/oauth/2026-03/token",
  revokePath: "/oauth/2026-03/token/revoke",
  scopes: ["oauth", "crm.objects.contacts.read", "crm.objects.companies.read", "crm.objects.deals.read"],
  writeScopes: ["crm.objects.contacts.write", "crm.schemas.contacts.write"],
  scopesInLink: "spaces",
  pkce: false,
  clientProof: "form",
  lifetimeS: 1800,
};
