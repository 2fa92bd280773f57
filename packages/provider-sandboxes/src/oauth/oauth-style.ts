import type { Answer, PeerRequest, Routes } from "../kit/index.ts";

/** What a person allowed an app. */
export interface Grant {
  id: string;
  clientId: string;
  scopes: string[];
  revoked: boolean;
}

/** Why a token endpoint refuses. */
export type Refusal =
  | "wrong_client"
  | "wrong_grant_type"
  | "missing_parameter"
  | "unknown_code"
  | "expired_code"
  | "used_code"
  | "wrong_redirect_uri"
  | "wrong_verifier"
  | "unknown_refresh_token"
  | "expired_refresh_token"
  | "revoked_refresh_token";

/** Tokens that were just made. */
export interface IssuedTokens {
  grant: Grant;
  accessToken: string;
  /** Undefined where the provider gives none. */
  refreshToken: string | undefined;
  issuedAtMs: number;
}

/** Who calls a token endpoint. */
export interface ClientProof {
  clientId: string;
  clientSecret: string;
}

/** As a person reads them. */
export const providerNames = {
  hubspot: "HubSpot",
  mailchimp: "Mailchimp",
  salesforce: "Salesforce",
  slack: "Slack",
  stripe: "Stripe",
} as const;

export type Provider = keyof typeof providerNames;

/** How one provider does OAuth: paths, lifetimes, proofs, and the shape of what it answers. */
export interface OAuthStyle {
  provider: Provider;
  authorizePath: string;
  tokenPath: string;
  /** `required`: S256 with a verifier of 43 to 128 characters. `supported`: held to where it is sent. `undocumented`: refused where it is sent. `ignored`: not looked at. */
  pkce: "required" | "supported" | "undocumented" | "ignored";
  /** Null: an access token lives until it is revoked. */
  accessLifeS: number | null;
  /** Null: no refresh token is given. */
  refreshLifeS: number | null;
  /** Every use of a refresh token gives a new one; the old one used again ends the whole grant. */
  rotates: boolean;
  /** Whether scopes are named by the authorize link, and refused where the app has none such. */
  scopesInLink: "spaces" | "commas" | "none";
  newAccessToken(letters: (count: number) => string): string;
  newRefreshToken(letters: (count: number) => string): string;
  readClient(request: PeerRequest): ClientProof | undefined;
  granted(tokens: IssuedTokens): Answer;
  refused(refusal: Refusal): Answer;
  /** Further calls of the provider: revoking, introspection, metadata. */
  more?(tools: StyleTools): Routes;
}

/** What a style's further calls may do. */
export interface StyleTools {
  isClient(proof: ClientProof | undefined): boolean;
  /** The living grant of an access or refresh token. */
  grantOf(token: string): { grant: Grant; expiresInS: number | null } | undefined;
  revoke(token: string): boolean;
}

/** Client id and secret of `Authorization: Basic`. */
export function basicProof(request: PeerRequest): ClientProof | undefined {
  const found = /^Basic (.+)$/i.exec(request.headers["authorization"] ?? "");
  if (!found) return undefined;
  const text = Buffer.from(found[1] ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return {
    clientId: decodeURIComponent(text.slice(0, colon)),
    clientSecret: decodeURIComponent(text.slice(colon + 1)),
  };
}

/** Client id and secret among the form's fields. */
export function formProof(request: PeerRequest): ClientProof | undefined {
  const { client_id: clientId, client_secret: clientSecret } = request.form;
  return typeof clientId === "string" && typeof clientSecret === "string"
    ? { clientId, clientSecret }
    : undefined;
}
