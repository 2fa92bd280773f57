import { createHash } from "node:crypto";
import {
  AnswerError,
  drawsFrom,
  sendTo,
  type Answer,
  type PeerClock,
  type PeerRequest,
  type Routes,
} from "../kit/index.ts";
import { authorizePage, authorizeProblem } from "./authorize-page.ts";
import { Grants } from "./grants.ts";
import { providerNames, type Grant, type IssuedTokens, type OAuthStyle } from "./oauth-style.ts";

/** An app that a provider knows. */
export interface OAuthApp {
  name: string;
  clientId: string;
  clientSecret: string;
  /** Compared letter for letter. */
  redirectUris: string[];
  /** What it may ask for; where links name no scopes, what it is given. */
  scopes: string[];
}

/** What becomes of an authorize link: a page asks, or it is answered at once. */
export type Decision = "ask" | "allow" | "deny";

export interface OAuthServerOptions {
  style: OAuthStyle;
  clock: PeerClock;
  apps: OAuthApp[];
  /** Shown to who is asked. */
  accountName: string;
  decision?: Decision;
  seed?: number;
}

/** The grant of an access token, or why there is none. */
export type TokenCheck = { grant: Grant } | { refused: "unknown" | "expired" | "revoked" };

/** OAuth of one stand-in: its routes, and what a person could do on the provider's side. */
export interface OAuthServer {
  routes: Routes;
  /** May be changed at any time. */
  decision: Decision;
  check(accessToken: string): TokenCheck;
  /** Tokens as after a walk through the page, for tests that are about something else. */
  issue(scopes?: string[]): { accessToken: string; refreshToken: string | undefined };
  /** Access tokens are over, refresh tokens stay. */
  expireAccessTokens(): void;
  /** Registers another address that people may be sent back to. */
  allowRedirect(uri: string): void;
  /** The person removed the app: nothing that was given works any more. */
  revokeAll(): void;
}

/** Opens the authorize page, the token endpoint and the provider's further calls. */
export function oauthServer(options: OAuthServerOptions): OAuthServer {
  const { style, clock, apps } = options;
  const name = providerNames[style.provider];
  const grants = new Grants(style, clock, drawsFrom(options.seed ?? 7));
  const self: OAuthServer = {
    routes: {
      [`GET ${style.authorizePath}`]: (request) => authorize(request.query, self.decision),
      [`POST ${style.authorizePath}`]: (request) => {
        const sent = new URLSearchParams(request.rawBody);
        return authorize(sent, sent.get("decision") === "allow" ? "allow" : "deny");
      },
      [`POST ${style.tokenPath}`]: token,
      ...style.more?.({ isClient: (proof) => appOf(proof) !== undefined, grantOf, revoke }),
    },
    decision: options.decision ?? "ask",
    check(accessToken) {
      const found = grants.access.get(accessToken);
      if (!found) return { refused: "unknown" };
      if (found.grant.revoked) return { refused: "revoked" };
      return grants.isOver(found) ? { refused: "expired" } : { grant: found.grant };
    },
    issue(scopes) {
      const [app] = apps;
      if (!app) throw new Error("There is no app to issue tokens for.");
      return issued(grants.allow(app.clientId, scopes ?? app.scopes));
    },
    expireAccessTokens() {
      for (const one of grants.access.values()) one.expiresAt = clock.now();
    },
    allowRedirect(uri) {
      for (const app of apps) app.redirectUris.push(uri);
    },
    revokeAll() {
      for (const one of [...grants.access.values(), ...grants.refresh.values()]) one.grant.revoked = true;
    },
  };

  function authorize(asked: URLSearchParams, decision: Decision): Answer {
    const app = apps.find((one) => one.clientId === asked.get("client_id"));
    if (!app) return authorizeProblem(name, "No app has this client_id.");
    const redirectUri = asked.get("redirect_uri") ?? "";
    if (!app.redirectUris.includes(redirectUri))
      return authorizeProblem(name, "The redirect_uri is not one of the app's, letter for letter.");
    if ((asked.get("response_type") ?? "code") !== "code")
      return authorizeProblem(name, "The response_type is not code.");
    const challenge = readChallenge(asked);
    if ("problem" in challenge) return authorizeProblem(name, challenge.problem);
    const scopes = readScopes(asked, app);
    const unknown = scopes.find((scope) => !app.scopes.includes(scope));
    if (unknown !== undefined) return authorizeProblem(name, `The app has no scope ${unknown}.`);
    if (decision === "ask") {
      const parameters = [...asked].filter(([name]) => name !== "decision");
      return authorizePage({
        provider: name,
        accountName: options.accountName,
        appName: app.name,
        scopes,
        parameters,
      });
    }
    const back = new URL(redirectUri);
    if (decision === "allow") {
      const grant = grants.allow(app.clientId, scopes);
      back.searchParams.set("code", grants.newCode(grant, redirectUri, challenge.value));
    } else {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The person denied the request.");
    }
    const state = asked.get("state");
    if (state !== null) back.searchParams.set("state", state);
    return sendTo(back.href);
  }

  function readChallenge(asked: URLSearchParams): { value: string | undefined } | { problem: string } {
    const value = asked.get("code_challenge") ?? undefined;
    if (style.pkce === "ignored") return { value: undefined };
    if (style.pkce === "undocumented")
      return value === undefined
        ? { value }
        : { problem: "PKCE is not documented for this provider: code_challenge was sent." };
    if (value === undefined)
      return style.pkce === "required" ? { problem: "code_challenge is required." } : { value };
    if (asked.get("code_challenge_method") !== "S256")
      return { problem: "code_challenge_method is not S256." };
    return { value };
  }

  function readScopes(asked: URLSearchParams, app: OAuthApp): string[] {
    if (style.scopesInLink === "none") return app.scopes;
    const separator = style.scopesInLink === "commas" ? "," : " ";
    return (asked.get("scope") ?? "").split(separator).filter((scope) => scope !== "");
  }

  function token(request: PeerRequest): Answer {
    const app = appOf(style.readClient(request));
    if (!app) return style.refused("wrong_client");
    // Slack has one call per kind of grant and names none.
    const kind =
      field(request, "grant_type") ?? (style.provider === "slack" ? "authorization_code" : undefined);
    if (kind === "authorization_code") return fromCode(request, app);
    if (kind === "refresh_token" && style.refreshLifeS !== null) return fromRefreshToken(request, app);
    return style.refused("wrong_grant_type");
  }

  function fromCode(request: PeerRequest, app: OAuthApp): Answer {
    const code = grants.codes.get(field(request, "code") ?? "");
    if (!code || code.grant.clientId !== app.clientId) return style.refused("unknown_code");
    if (code.used) return style.refused("used_code");
    if (code.expiresAt <= clock.now()) return style.refused("expired_code");
    // Stripe Apps' exchange names no redirect_uri; where one is sent, it is held to.
    const redirectUri =
      field(request, "redirect_uri") ?? (style.provider === "stripe" ? code.redirectUri : "");
    if (redirectUri !== code.redirectUri) return style.refused("wrong_redirect_uri");
    if (!verified(code.challenge, field(request, "code_verifier"))) return style.refused("wrong_verifier");
    code.used = true;
    return style.granted(issued(code.grant));
  }

  function fromRefreshToken(request: PeerRequest, app: OAuthApp): Answer {
    const given = field(request, "refresh_token") ?? "";
    const found = grants.refresh.get(given);
    if (!found || found.grant.clientId !== app.clientId) return style.refused("unknown_refresh_token");
    if (found.spent) found.grant.revoked = true;
    if (found.grant.revoked) return style.refused("revoked_refresh_token");
    if (grants.isOver(found)) return style.refused("expired_refresh_token");
    if (!style.rotates) {
      const accessToken = grants.newAccessToken(found.grant);
      return style.granted({ grant: found.grant, accessToken, refreshToken: given, issuedAtMs: clock.now() });
    }
    found.spent = true;
    return style.granted(issued(found.grant));
  }

  function issued(grant: Grant): IssuedTokens {
    return {
      grant,
      accessToken: grants.newAccessToken(grant),
      refreshToken: style.refreshLifeS === null ? undefined : grants.newRefreshToken(grant),
      issuedAtMs: clock.now(),
    };
  }

  function appOf(proof: { clientId: string; clientSecret: string } | undefined): OAuthApp | undefined {
    return apps.find(
      (app) =>
        proof?.clientSecret === app.clientSecret &&
        // Stripe knows the app by its secret key alone.
        (proof.clientId === app.clientId || (style.provider === "stripe" && proof.clientId === "")),
    );
  }

  function grantOf(value: string) {
    const found = grants.access.get(value) ?? grants.refresh.get(value);
    if (!found || found.grant.revoked || found.spent || grants.isOver(found)) return undefined;
    const expiresInS = found.expiresAt === null ? null : Math.floor((found.expiresAt - clock.now()) / 1000);
    return { grant: found.grant, expiresInS };
  }

  function revoke(value: string): boolean {
    const found = grantOf(value);
    if (found) found.grant.revoked = true;
    return found !== undefined;
  }

  function verified(challenge: string | undefined, verifier: string | undefined): boolean {
    if (challenge === undefined) return verifier === undefined || style.pkce === "ignored";
    if (verifier === undefined || !/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false;
    return createHash("sha256").update(verifier).digest("base64url") === challenge;
  }

  return self;
}

/** A field of a form that must be a single text. */
function field(request: PeerRequest, name: string): string | undefined {
  const value = request.form[name];
  if (value === undefined || typeof value === "string") return value;
  throw new AnswerError({
    status: 400,
    body: { error: "invalid_request", error_description: `${name} is not a text.` },
  });
}
