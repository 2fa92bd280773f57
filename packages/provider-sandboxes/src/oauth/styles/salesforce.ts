import { basicProof, formProof, type OAuthStyle, type Refusal } from "../oauth-style.ts";

const said: Record<Refusal, [error: string, description: string]> = {
  wrong_client: ["invalid_client", "invalid client credentials"],
  wrong_grant_type: ["unsupported_grant_type", "grant type not supported"],
  missing_parameter: ["invalid_request", "a parameter is missing"],
  unknown_code: ["invalid_grant", "invalid authorization code"],
  expired_code: ["invalid_grant", "expired authorization code"],
  used_code: ["invalid_grant", "expired authorization code"],
  wrong_redirect_uri: ["redirect_uri_mismatch", "redirect_uri must match configuration"],
  wrong_verifier: ["invalid_grant", "invalid code verifier"],
  unknown_refresh_token: ["invalid_grant", "expired access/refresh token"],
  expired_refresh_token: ["invalid_grant", "expired access/refresh token"],
  revoked_refresh_token: ["invalid_grant", "expired access/refresh token"],
};

/** Salesforce's External Client App: PKCE with S256, refresh tokens that rotate, no `expires_in`; a session lives 2 hours. */
export function salesforceStyle(org: {
  instanceUrl: () => string;
  orgId: string;
  userId: string;
}): OAuthStyle {
  return {
    provider: "salesforce",
    authorizePath: "/services/oauth2/authorize",
    tokenPath: "/services/oauth2/token",
    pkce: "required",
    accessLifeS: 7200,
    refreshLifeS: 30 * 86_400,
    rotates: true,
    scopesInLink: "spaces",
    newAccessToken: (letters) => `${org.orgId}!${letters(80)}`,
    newRefreshToken: (letters) => `5Aep${letters(80)}`,
    readClient: (request) => basicProof(request) ?? formProof(request),
    granted: ({ grant, accessToken, refreshToken, issuedAtMs }) => ({
      status: 200,
      body: {
        access_token: accessToken,
        refresh_token: refreshToken,
        scope: grant.scopes.join(" "),
        instance_url: org.instanceUrl(),
        id: `${org.instanceUrl()}/id/${org.orgId}/${org.userId}`,
        token_type: "Bearer",
        issued_at: String(issuedAtMs),
      },
    }),
    refused: (refusal) => {
      const [error, description] = said[refusal];
      return {
        status: refusal === "wrong_client" ? 401 : 400,
        body: { error, error_description: description },
      };
    },
    more: (tools) => ({
      "POST /services/oauth2/revoke": (request) =>
        tools.revoke(String(request.form["token"] ?? ""))
          ? { status: 200, body: "" }
          : {
              status: 400,
              body: { error: "unsupported_token_type", error_description: "this token is not known" },
            },
    }),
  };
}
