import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestOutbound } from "#testing/index.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { exchangeCode, refreshTokens, type TokenQuestion } from "./ask-for-tokens.ts";
import type { OAuthStyle } from "./oauth-style.ts";

// A second opinion beside our own stand-ins: a server that is certified to hold to the standard, and knows nothing of us.
const BACK = "https://app.example.test/back";
const client = { id: "forestay", secret: "a secret with & and = in it" };

let server: Server;
let issuer: string;
let outbound: Outbound;

beforeAll(async () => {
  server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [BACK, `${BACK}/other`],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    scopes: ["api"],
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test's"] },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    // Whoever signs in allows everything.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.id,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("api");
      await grant.save();
      return grant;
    },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
  server.on("request", provider.callback());
  outbound = createTestOutbound();
});
afterAll(async () => {
  await outbound.close();
  server.close();
});

const style: OAuthStyle = {
  authorizePath: "/auth",
  tokenPath: "/token",
  revokePath: "/token/revocation",
  scopes: ["api"],
  scopesInLink: "spaces",
  pkce: true,
  clientProof: "form",
  lifetimeS: 3600,
};
const question = (): TokenQuestion => ({
  style,
  name: "The reference",
  outbound,
  place: { authorizeBase: issuer, tokenBase: issuer, client },
});

/** A person signs in there and comes back with a code. */
async function walk(verifier: string): Promise<string> {
  const cookies = new Map<string, string>();
  const link = new URL(`${issuer}/auth`);
  link.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: BACK,
    response_type: "code",
    scope: style.scopes.join(" "),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  let [next, form]: [string, string | null] = [link.href, null];
  for (let step = 0; step < 8; step++) {
    const answer: Response = await fetch(next, {
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form !== null && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form !== null && { method: "POST", body: form }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    form = null;
    if (location?.startsWith(BACK)) return new URL(location).searchParams.get("code") ?? "";
    if (location !== null) next = new URL(location, issuer).href;
    else form = new URLSearchParams({ prompt: "login", login: "ada", password: "any" }).toString();
  }
  throw new Error("Nobody came back");
}

const newVerifier = () => randomBytes(48).toString("base64url");
const exchange = (code: string, verifier: string, redirectUri = BACK) =>
  exchangeCode(question(), { code, redirectUri, verifier });
const isOver = { failure: "expired" };

it("gives tokens for a code, and others for a refresh token, which is another one each time", async () => {
  const verifier = newVerifier();
  const first = await exchange(await walk(verifier), verifier);
  expect(first).toMatchObject({ accessToken: expect.any(String), scopes: ["api"] });
  expect(first.expiresInS).toBeGreaterThan(0);
  const second = await refreshTokens(question(), first.refreshToken ?? "");
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(second.accessToken).not.toBe(first.accessToken);
  // Shown again, the first one ends what followed from it too.
  await expect(refreshTokens(question(), first.refreshToken ?? "")).rejects.toMatchObject(isOver);
  await expect(refreshTokens(question(), second.refreshToken ?? "")).rejects.toMatchObject(isOver);
});

it("refuses a code that was used, and ends what it gave", async () => {
  const verifier = newVerifier();
  const code = await walk(verifier);
  const first = await exchange(code, verifier);
  await expect(exchange(code, verifier)).rejects.toMatchObject(isOver);
  await expect(refreshTokens(question(), first.refreshToken ?? "")).rejects.toMatchObject(isOver);
});

it("refuses another verifier, another way back, and a code that it did not give", async () => {
  const verifier = newVerifier();
  await expect(exchange(await walk(verifier), newVerifier())).rejects.toMatchObject(isOver);
  await expect(exchange(await walk(verifier), verifier, `${BACK}/other`)).rejects.toMatchObject(isOver);
  await expect(exchange("made-up", verifier)).rejects.toMatchObject(isOver);
});

it("says that the registration is not accepted where the secret is another one", async () => {
  const verifier = newVerifier();
  const asked = question();
  const stranger = { ...asked, place: { ...asked.place, client: { ...client, secret: "another" } } };
  await expect(
    exchangeCode(stranger, { code: await walk(verifier), redirectUri: BACK, verifier }),
  ).rejects.toMatchObject({ failure: "wrong", message: expect.stringContaining("invalid_client") });
});
