import { basicProof, type OAuthStyle, type Refusal } from "../oauth-style.ts";

const said: Partial<Record<Refusal, string>> = {
  used_code: "This authorization code has already been used.",
  expired_code: "This authorization code has expired.",
  unknown_code: "Authorization code does not exist.",
  revoked_refresh_token: "This refresh token has already been used or was revoked.",
  expired_refresh_token: "This refresh token has expired.",
  unknown_refresh_token: "Refresh token does not exist.",
};

/**
 * Stripe Apps: the app's own secret key proves who asks, access lives 1 hour, refresh 1 year and rotates at each use.
 * @see https://docs.stripe.com/stripe-apps/api-authentication/oauth
 */
export function stripeStyle(account: { id: string; publishableKey: string }): OAuthStyle {
  return {
    provider: "stripe",
    authorizePath: "/oauth/v2/authorize",
    tokenPath: "/v1/oauth/token",
    pkce: "undocumented",
    accessLifeS: 3600,
    refreshLifeS: 365 * 86_400,
    rotates: true,
    scopesInLink: "none",
    newAccessToken: (letters) => `sk_test_oauth${letters(40)}`,
    newRefreshToken: (letters) => `rt_${letters(40)}`,
    readClient: (request) => {
      const bearer = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
      const secret = bearer ?? basicProof(request)?.clientId;
      return secret === undefined ? undefined : { clientId: "", clientSecret: secret };
    },
    granted: ({ accessToken, refreshToken }) => ({
      status: 200,
      body: {
        access_token: accessToken,
        livemode: false,
        refresh_token: refreshToken,
        scope: "stripe_apps",
        stripe_publishable_key: account.publishableKey,
        stripe_user_id: account.id,
        token_type: "bearer",
      },
    }),
    refused: (refusal) => {
      if (refusal === "wrong_client") {
        const error = { message: "Invalid API Key provided.", type: "invalid_request_error" };
        return { status: 401, body: { error } };
      }
      const error =
        refusal === "wrong_grant_type"
          ? "unsupported_grant_type"
          : refusal === "missing_parameter"
            ? "invalid_request"
            : "invalid_grant";
      return { status: 400, body: { error, error_description: said[refusal] ?? "The grant is not valid." } };
    },
  };
}
