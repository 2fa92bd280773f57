import { basicProof, formProof, type OAuthStyle, type Refusal } from "../oauth-style.ts";

const said: Record<Refusal, string> = {
  wrong_client: "bad_client_secret",
  wrong_grant_type: "invalid_grant_type",
  missing_parameter: "invalid_arguments",
  unknown_code: "invalid_code",
  expired_code: "invalid_code",
  used_code: "code_already_used",
  wrong_redirect_uri: "bad_redirect_uri",
  wrong_verifier: "pkce_verification_failed",
  unknown_refresh_token: "invalid_refresh_token",
  expired_refresh_token: "invalid_refresh_token",
  revoked_refresh_token: "invalid_refresh_token",
};

/**
 * Slack's second version: `token_type: bot`, errors with status 200 and `ok: false`, tokens that do not end by themselves.
 * @see https://docs.slack.dev/reference/methods/oauth.v2.access
 */
export function slackStyle(team: {
  id: string;
  name: string;
  appId: string;
  botUserId: string;
  webhook: () => { channel: string; channelId: string; url: string };
}): OAuthStyle {
  return {
    provider: "slack",
    authorizePath: "/oauth/v2/authorize",
    tokenPath: "/api/oauth.v2.access",
    pkce: "supported",
    accessLifeS: null,
    refreshLifeS: null,
    rotates: false,
    scopesInLink: "commas",
    newAccessToken: (letters) => `xoxb-${letters(48)}`,
    newRefreshToken: () => "",
    readClient: (request) => basicProof(request) ?? formProof(request),
    granted: ({ grant, accessToken }) => {
      const { channel, channelId, url } = team.webhook();
      return {
        status: 200,
        body: {
          ok: true,
          access_token: accessToken,
          token_type: "bot",
          scope: grant.scopes.join(","),
          bot_user_id: team.botUserId,
          app_id: team.appId,
          team: { id: team.id, name: team.name },
          enterprise: null,
          authed_user: { id: "U0SANDBOX" },
          ...(grant.scopes.includes("incoming-webhook") && {
            incoming_webhook: { channel, channel_id: channelId, configuration_url: url, url },
          }),
        },
      };
    },
    refused: (refusal) => ({ status: 200, body: { ok: false, error: said[refusal] } }),
  };
}
