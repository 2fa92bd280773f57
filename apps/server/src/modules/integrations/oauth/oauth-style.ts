import type { OAuthClient } from "#config";
import type { Outbound } from "#platform/outbound/outbound.ts";

/** What a token endpoint answered. */
export interface TokenAnswer {
  accessToken: string;
  /** Null: none was given, what was known stays. */
  refreshToken: string | null;
  /** Seconds until the access token ends; null: not said. */
  expiresInS: number | null;
  scopes: string[] | null;
  /** Everything that was said, for who needs more of it. */
  said: Readonly<Record<string, unknown>>;
}

/** How one system lets people allow us in; declared by its connector. */
export interface OAuthStyle {
  /** Below the operator's bases. */
  authorizePath: string;
  tokenPath: string;
  /** Null: the system cannot be told, and the token ends by itself or by hand. */
  revokePath: string | null;
  scopes: readonly string[];
  /** Asked for beside them where the company has scores written there. */
  writeScopes?: readonly string[];
  /** How they stand in the link; `none`: the app's registration says them. */
  scopesInLink: "spaces" | "commas" | "none";
  /** Sent only where the system documents it: others may refuse what they do not know. */
  pkce: boolean;
  /** How we prove who asks for tokens. `bearer`: by the secret alone. */
  clientProof: "form" | "basic" | "bearer";
  /** How long an access token lives where the answer does not say; null: until it is revoked. */
  lifetimeS: number | null;
  /** Reads answers that are none of the standard's; undefined says why it was refused, with the standard's word for it. */
  readAnswer?: (body: Readonly<Record<string, unknown>>) => TokenAnswer | { error: string };
  /** Where this account is asked, by what the token endpoint said; throws where that is no address of the system's. */
  accountBase?: (answer: TokenAnswer, asking: AccountAsking) => string | Promise<string>;
}

/** What finding an account's own address may need. */
export interface AccountAsking {
  /** Where its people sign in. */
  loginBase: string;
  /** That address is the operator's own choice or a sandbox: an account on the same host is believed. */
  isLocal: boolean;
  outbound: Outbound;
}

/** Where one system's OAuth stands for this installation. */
export interface OAuthPlace {
  authorizeBase: string;
  tokenBase: string;
  client: OAuthClient;
}
