import * as oauth from "oauth4webapi";
import { z } from "zod";
import { configuredAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { ProviderError } from "../provider-error.ts";
import type { OAuthPlace, OAuthStyle, TokenAnswer } from "./oauth-style.ts";

/** Once: a code or a refresh token that was sent twice may end everything that was ever given. */
const ONCE = { attempts: 1 };

/** What is shown for tokens, and to whom. */
export interface TokenQuestion {
  style: OAuthStyle;
  place: OAuthPlace;
  /** As one reads it in a sentence. */
  name: string;
  outbound: Outbound;
}

/** What was refused for good, by the standard's words; everything else may pass. */
const FINAL = [
  "invalid_grant",
  "invalid_code",
  "code_already_used",
  "bad_redirect_uri",
  "invalid_refresh_token",
];

/**
 * Tokens for the code that a person came back with. Throws ProviderError: `expired` where the code is over or none,
 * `wrong` where the operator's registration is not accepted, `passing` without an answer.
 */
export async function exchangeCode(
  question: TokenQuestion,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string | null },
): Promise<TokenAnswer> {
  const { style, place } = question;
  if (style.readAnswer)
    return askPlainly(question, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      ...(verifier !== null && { code_verifier: verifier }),
    });
  return answered(question, async () => {
    const { server, client, proof, options } = standard(question);
    const came = oauth.validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code }),
      oauth.expectNoState,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      came,
      redirectUri,
      verifier ?? oauth.nopkce,
      options,
    );
    return read(
      await oauth.processAuthorizationCodeResponse(server, { client_id: place.client.id }, response),
    );
  });
}

/** The next access token. Throws ProviderError: `expired` where the system ended it, for good. */
export async function refreshTokens(question: TokenQuestion, refreshToken: string): Promise<TokenAnswer> {
  if (question.style.readAnswer)
    return askPlainly(question, { grant_type: "refresh_token", refresh_token: refreshToken });
  return answered(question, async () => {
    const { server, client, proof, options } = standard(question);
    const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, options);
    return read(await oauth.processRefreshTokenResponse(server, client, response));
  });
}

/** Gives access back; what the system says to it changes nothing here. */
export async function revokeToken({ style, place, outbound }: TokenQuestion, token: string): Promise<void> {
  if (style.revokePath === null) return;
  const { headers, fields } = proofOf(style, place);
  const answer = await outbound.call(configuredAddress(place.tokenBase + style.revokePath), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ ...fields, token, token_type_hint: "refresh_token" }).toString(),
    retry: ONCE,
  });
  answer.discard();
}

function standard({ style, place, outbound }: TokenQuestion) {
  const server: oauth.AuthorizationServer = {
    issuer: place.authorizeBase,
    token_endpoint: place.tokenBase + style.tokenPath,
  };
  const client: oauth.Client = { client_id: place.client.id };
  const { headers, fields } = proofOf(style, place);
  const proof: oauth.ClientAuth = (_server, _client, body, sent) => {
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  };
  const options = {
    // A test's or an operator's own address may speak plain http: the guard of our way out decides.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (
      url: string,
      { headers: sent, body }: { headers: Record<string, string>; body: URLSearchParams },
    ) => {
      const answer = await outbound.call(configuredAddress(url), {
        method: "POST",
        headers: sent,
        body: body.toString(),
        retry: ONCE,
      });
      return new Response(await answer.text(), {
        status: answer.status,
        headers: { "content-type": answer.headers.get("content-type") ?? "" },
      });
    },
  };
  return { server, client, proof, options };
}

function proofOf(
  { clientProof }: OAuthStyle,
  { client: { id, secret } }: OAuthPlace,
): { headers: Record<string, string>; fields: Record<string, string> } {
  if (clientProof === "form") return { headers: {}, fields: { client_id: id, client_secret: secret } };
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
  return {
    headers: { authorization: clientProof === "basic" ? `Basic ${basic}` : `Bearer ${secret}` },
    fields: {},
  };
}

function read(answer: oauth.TokenEndpointResponse): TokenAnswer {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresInS, scope } = answer;
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    expiresInS: expiresInS ?? null,
    scopes: scope?.split(/[ ,]+/).filter((one) => one !== "") ?? null,
    said: { ...answer },
  };
}

const object = z.record(z.string(), z.unknown());

/** The systems whose answers a strict reader of the standard refuses. */
async function askPlainly(question: TokenQuestion, fields: Record<string, string>): Promise<TokenAnswer> {
  const { style, place, outbound } = question;
  return answered(question, async () => {
    const proof = proofOf(style, place);
    const answer = await outbound.call(configuredAddress(place.tokenBase + style.tokenPath), {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...proof.headers,
      },
      body: new URLSearchParams({ ...fields, ...proof.fields }).toString(),
      retry: ONCE,
    });
    if (answer.status >= 500 || answer.status === 429) throw busy(question);
    const parsed = object.safeParse(await answer.json());
    if (!parsed.success || !style.readAnswer) throw strange(question);
    const tokens = style.readAnswer(parsed.data);
    if ("error" in tokens) throw refused(question, tokens.error);
    return tokens;
  });
}

async function answered(question: TokenQuestion, ask: () => Promise<TokenAnswer>): Promise<TokenAnswer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (error instanceof OutboundError)
      throw new ProviderError("passing", `${question.name} does not answer.`);
    if (error instanceof oauth.ResponseBodyError) throw refused(question, error.error);
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      const status = error.cause instanceof Response ? error.cause.status : 0;
      if (status >= 500 || status === 429) throw busy(question);
      if (status === 401) throw refused(question, "invalid_client");
      throw strange(question);
    }
    if (error instanceof SyntaxError) throw strange(question);
    throw error;
  }
}

function refused({ name }: TokenQuestion, error: string): ProviderError {
  if (FINAL.includes(error))
    return new ProviderError("expired", `${name} ended our access. Connect it again to go on.`);
  return new ProviderError(
    "wrong",
    `${name} does not accept how this server is registered there (${error.slice(0, 60).replaceAll(/[^\w.-]/g, " ")}).`,
  );
}

const busy = ({ name }: TokenQuestion) => new ProviderError("passing", `${name} does not answer.`);
const strange = ({ name }: TokenQuestion) =>
  new ProviderError("wrong", `${name} answered with something that is no token.`);
