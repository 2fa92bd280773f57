import { randomUUID } from "node:crypto";
import { formProof, type OAuthStyle, type Refusal } from "../oauth-style.ts";

const said: Record<Refusal, [status: string, message: string]> = {
  wrong_client: ["BAD_CLIENT_SECRET", "missing or unknown client id or secret"],
  wrong_grant_type: ["BAD_GRANT_TYPE", "missing or unknown grant type"],
  missing_parameter: ["BAD_REQUEST", "a parameter is missing"],
  unknown_code: ["BAD_AUTH_CODE", "missing or unknown auth code"],
  expired_code: ["EXPIRED_AUTHORIZATION_CODE", "the auth code has expired"],
  used_code: ["BAD_AUTH_CODE", "missing or unknown auth code"],
  wrong_redirect_uri: [
    "MISMATCH_REDIRECT_URI_AUTH_CODE",
    "the redirect URI does not match the one of the auth code",
  ],
  wrong_verifier: ["BAD_CODE_VERIFIER", "the code verifier was not expected"],
  unknown_refresh_token: ["BAD_REFRESH_TOKEN", "missing or unknown refresh token"],
  expired_refresh_token: ["BAD_REFRESH_TOKEN", "missing or unknown refresh token"],
  revoked_refresh_token: ["BAD_REFRESH_TOKEN", "missing or unknown refresh token"],
};

/**
 * HubSpot by its dated paths: access lives 30 minutes, the refresh token stays the same.
 * @see https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/refresh-oauth-token
 */
export function hubspotStyle(portal: { hubId: number; userId: number; appId: number }): OAuthStyle {
  return {
    provider: "hubspot",
    authorizePath: "/oauth/authorize",
    tokenPath: "/oauth/2026-03/token",
    pkce: "undocumented",
    accessLifeS: 1800,
    refreshLifeS: 10 * 365 * 86_400,
    rotates: false,
    scopesInLink: "spaces",
    newAccessToken: (letters) => `CN${letters(60)}`,
    newRefreshToken: (letters) => `na1-${letters(32)}`,
    readClient: formProof,
    granted: ({ grant, accessToken, refreshToken }) => ({
      status: 200,
      body: {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: "bearer",
        token_use: "access_token",
        expires_in: 1800,
        hub_id: portal.hubId,
        user_id: portal.userId,
        scopes: grant.scopes,
      },
    }),
    refused,
    more: (tools) => ({
      "POST /oauth/2026-03/token/introspect": (request) => {
        if (!tools.isClient(formProof(request))) return refused("wrong_client");
        const found = tools.grantOf(String(request.form["token"] ?? ""));
        if (!found) return { status: 200, body: { active: false, token_use: "access_token" } };
        return {
          status: 200,
          body: {
            active: true,
            token_type: "bearer",
            token_use: "access_token",
            app_id: portal.appId,
            client_id: found.grant.clientId,
            expires_in: found.expiresInS,
            hub_id: portal.hubId,
            user_id: portal.userId,
            scopes: found.grant.scopes,
          },
        };
      },
      "POST /oauth/2026-03/token/revoke": (request) => {
        if (!tools.isClient(formProof(request))) return refused("wrong_client");
        tools.revoke(String(request.form["token"] ?? ""));
        return { status: 200, body: {} };
      },
    }),
  };
}

function refused(refusal: Refusal) {
  const [status, message] = said[refusal];
  const error =
    refusal === "wrong_client"
      ? "invalid_client"
      : refusal === "wrong_grant_type"
        ? "unsupported_grant_type"
        : "invalid_grant";
  return {
    status: refusal === "wrong_client" ? 401 : 400,
    body: {
      status,
      message,
      correlationId: randomUUID(),
      category: "VALIDATION_ERROR",
      error,
      error_description: message,
    },
  };
}
