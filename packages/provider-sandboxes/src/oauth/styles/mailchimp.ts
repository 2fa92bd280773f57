import { formProof, type OAuthStyle } from "../oauth-style.ts";

/** Mailchimp: no scopes, no refresh, no `token_type`; which data centre is asked for with the token at `/oauth2/metadata`. */
export function mailchimpStyle(account: {
  dc: string;
  accountName: string;
  loginEmail: string;
  apiEndpoint: () => string;
}): OAuthStyle {
  return {
    provider: "mailchimp",
    authorizePath: "/oauth2/authorize",
    tokenPath: "/oauth2/token",
    pkce: "ignored",
    accessLifeS: null,
    refreshLifeS: null,
    rotates: false,
    scopesInLink: "none",
    newAccessToken: (letters) => letters(32).toLowerCase(),
    newRefreshToken: () => "",
    readClient: formProof,
    granted: ({ accessToken }) => ({
      status: 200,
      body: { access_token: accessToken, expires_in: 0, scope: null },
    }),
    refused: (refusal) => {
      const error =
        refusal === "wrong_client"
          ? "invalid_client"
          : refusal === "wrong_grant_type"
            ? "unsupported_grant_type"
            : "invalid_grant";
      return {
        status: refusal === "wrong_client" ? 401 : 400,
        body: { error, error_description: refusal.replaceAll("_", " ") },
      };
    },
    more: (tools) => ({
      "GET /oauth2/metadata": (request) => {
        const token = /^OAuth (.+)$/.exec(request.headers["authorization"] ?? "")?.[1] ?? "";
        // A bad token is told with status 200.
        if (!tools.grantOf(token))
          return {
            status: 200,
            body: { error: "invalid_token", error_description: "The access token is not valid." },
          };
        return {
          status: 200,
          body: {
            dc: account.dc,
            role: "owner",
            accountname: account.accountName,
            user_id: 1,
            login: {
              email: account.loginEmail,
              avatar: null,
              login_id: 1,
              login_name: account.loginEmail,
              login_email: account.loginEmail,
            },
            login_url: "https://login.mailchimp.com",
            api_endpoint: account.apiEndpoint(),
          },
        };
      },
    }),
  };
}
