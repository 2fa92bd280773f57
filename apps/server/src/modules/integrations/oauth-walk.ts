import { createHash } from "node:crypto";
import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { establish } from "./connect.ts";
import { findIntegration } from "./integration-rows.ts";
import { notSetUp, oauthQuestion, openWith } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";
import { exchangeCode, type TokenQuestion } from "./oauth/ask-for-tokens.ts";
import type { TokenAnswer } from "./oauth/oauth-style.ts";
import { keepState, spendState } from "./oauth/state-rows.ts";
import { tokensOf } from "./oauth/token-rows.ts";

type Context = Pick<ModuleContext, "config" | "db" | "clock" | "jobs" | "outbound" | "secretKeys">;

/** Where to send a person who wants to connect a system on its own page. Throws `invalid_state` where that is not set up. */
export async function startOAuth(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  { sandbox }: { sandbox: boolean },
): Promise<string> {
  const { config, db, clock, secretKeys } = context;
  if (user.sessionId === "")
    throw new AppError("forbidden", { message: "A person allows this in a browser; a key cannot." });
  const before = await withTenant(db, user.companyId, (tx) => findIntegration(tx, user.companyId, provider));
  const isSandbox = before?.is_sandbox ?? sandbox;
  const { style, place } = questionOf(context, provider, isSandbox);
  const redirectUri = webAddress(config, `/app/oauth/${provider}/callback`);
  const { state, verifier } = await withTenant(db, user.companyId, (tx) =>
    keepState(
      tx,
      secretKeys,
      user,
      provider,
      { redirectUri, withVerifier: style.pkce, isSandbox },
      clock.now(),
    ),
  );
  const address = new URL(place.authorizeBase + style.authorizePath);
  const query = address.searchParams;
  query.set("client_id", place.client.id);
  query.set("redirect_uri", redirectUri);
  query.set("response_type", "code");
  if (style.scopesInLink !== "none")
    query.set(
      "scope",
      [...style.scopes, ...(before?.writes_scores ? (style.writeScopes ?? []) : [])].join(
        style.scopesInLink === "commas" ? "," : " ",
      ),
    );
  query.set("state", state);
  if (verifier !== null) {
    query.set("code_challenge", createHash("sha256").update(verifier).digest("base64url"));
    query.set("code_challenge_method", "S256");
  }
  return address.href;
}

/** Connects with what a person came back with. Throws `invalid_state` where nobody sent this person, or too long ago. */
export async function finishOAuth(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  { code, state }: { code: string; state: string },
): Promise<void> {
  const { db, clock, secretKeys } = context;
  const { name } = providerWords(provider);
  const sent = await withTenant(db, user.companyId, async (tx) => {
    const spent = await spendState(tx, secretKeys, user, provider, state, clock.now());
    return (
      spent && { ...spent, accountId: (await findIntegration(tx, user.companyId, provider))?.account_id }
    );
  });
  if (!sent)
    throw new AppError("invalid_state", {
      message: `This way back from ${name} is over: it holds for 10 minutes, once, in the browser that began it. Connect again.`,
    });
  const question = questionOf(context, provider, sent.isSandbox);
  const answer = await exchangeCode(question, { code, ...sent }).catch((error: unknown) => {
    throw asAnswer(error, name);
  });
  const tokens = {
    ...tokensOf(question.style, answer, clock.now(), null),
    accountBase: await accountBaseOf(context, provider, question, answer, sent.isSandbox),
  };
  const api = openWith(context, provider, {
    credential: tokens.accessToken,
    isSandbox: sent.isSandbox,
    // Of an account that is known already its own pace is kept.
    paceKey: sent.accountId ?? user.companyId,
    accountBase: tokens.accountBase,
  });
  await establish(context, user, provider, { api, isSandbox: sent.isSandbox, by: { tokens } });
}

function questionOf(context: Context, provider: IntegrationProvider, isSandbox: boolean): TokenQuestion {
  const question = oauthQuestion(context, provider, isSandbox);
  if (question !== null) return question;
  throw new AppError("invalid_state", { message: notSetUp(provider) });
}

async function accountBaseOf(
  { config, outbound }: Context,
  provider: IntegrationProvider,
  { style, place, name }: TokenQuestion,
  answer: TokenAnswer,
  isSandbox: boolean,
): Promise<string | null> {
  if (!style.accountBase) return null;
  const isLocal = isSandbox || new URL(config.providers[provider].tokenBase).protocol === "http:";
  try {
    return await style.accountBase(answer, { loginBase: place.tokenBase, isLocal, outbound });
  } catch (error) {
    if (!(error instanceof TypeError)) throw asAnswer(error, name);
    throw new AppError("provider_unavailable", {
      message: `${name} named an account that is not at an address of its own. Nothing was connected.`,
    });
  }
}

function asAnswer(error: unknown, name: string): unknown {
  if (!(error instanceof ProviderError)) return error;
  return error.failure === "expired"
    ? new AppError("invalid_state", {
        message: `${name} did not accept what it sent you back with. Connect again.`,
      })
    : new AppError("provider_unavailable", { message: `${error.message} Nothing was connected.` });
}
