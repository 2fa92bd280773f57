import * as oauth from "oauth4webapi";
import { afterEach, expect, it } from "vitest";
import { peerClock, startPeerServer, type Peer } from "../kit/index.ts";
import { oauthServer, type Decision, type OAuthServer } from "./oauth-server.ts";
import type { OAuthStyle } from "./oauth-style.ts";
import { hubspotStyle, mailchimpStyle, salesforceStyle, slackStyle, stripeStyle } from "./index.ts";

const redirectUri = "https://app.example.test/app/oauth/callback";
const stripe = () => stripeStyle({ id: "acct_1", publishableKey: "pk_test_1" });
const hubspot = () => hubspotStyle({ hubId: 62_515, userId: 1, appId: 9 });
const salesforce = () =>
  salesforceStyle({ instanceUrl: () => "https://one.my.salesforce.com", orgId: "00D1", userId: "0051" });
const slack = () =>
  slackStyle({
    id: "T1",
    name: "Team",
    appId: "A1",
    botUserId: "U1",
    webhook: () => ({ channel: "#alerts", channelId: "C1", url: "https://hooks.slack.com/services/T1/B1/x" }),
  });
const mailchimp = () =>
  mailchimpStyle({
    dc: "us1",
    accountName: "Shop",
    loginEmail: "o@shop.example",
    apiEndpoint: () => "https://us1.api.mailchimp.com",
  });

const clock = () => peerClock("2026-03-10T09:00:00Z");
let peer: Peer;
let server: OAuthServer;
afterEach(() => peer.close());

async function start(style: OAuthStyle, decision: Decision = "allow"): Promise<void> {
  const time = clock();
  server = oauthServer({
    style,
    clock: time,
    decision,
    accountName: "Brightleaf Software",
    apps: [
      {
        name: "Forestay",
        clientId: "app-1",
        clientSecret: "secret-1",
        redirectUris: [redirectUri],
        scopes: ["read", "write"],
      },
    ],
  });
  const { routes } = server;
  peer = await startPeerServer({ port: 0, clock: time, routes, notFound: () => ({ status: 404, body: "" }) });
}

/** What the person's browser is sent back with. */
async function walk(style: OAuthStyle, more: Record<string, string> = {}): Promise<URL> {
  const link = new URL(peer.url + style.authorizePath);
  const asked = {
    client_id: "app-1",
    redirect_uri: redirectUri,
    response_type: "code",
    state: "st-1",
    ...more,
  };
  for (const [name, value] of Object.entries(asked)) link.searchParams.set(name, value);
  const answer = await fetch(link, { redirect: "manual" });
  if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`);
  return new URL(answer.headers.get("location") ?? "");
}

interface Client {
  as: oauth.AuthorizationServer;
  client: oauth.Client;
  auth: oauth.ClientAuth;
}

function client(style: OAuthStyle, secret = "secret-1"): Client {
  const auth: oauth.ClientAuth =
    style.provider === "stripe"
      ? (_as, _client, _body, headers) => headers.set("authorization", `Bearer ${secret}`)
      : oauth.ClientSecretPost(secret);
  const as = { issuer: peer.url, token_endpoint: peer.url + style.tokenPath };
  return { as, client: { client_id: "app-1" }, auth };
}

const insecure = { [oauth.allowInsecureRequests]: true };

async function exchange(style: OAuthStyle, back: URL, verifier: string | typeof oauth.nopkce = oauth.nopkce) {
  const { as, client: self, auth } = client(style);
  const parameters = oauth.validateAuthResponse(as, self, back, "st-1");
  const answer = await oauth.authorizationCodeGrantRequest(
    as,
    self,
    auth,
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(as, self, answer);
}

async function refresh(style: OAuthStyle, token: string) {
  const { as, client: self, auth } = client(style);
  const answer = await oauth.refreshTokenGrantRequest(as, self, auth, token, insecure);
  return oauth.processRefreshTokenResponse(as, self, answer);
}

async function pkce(): Promise<{ verifier: string; link: Record<string, string> }> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  return { verifier, link: { code_challenge: challenge, code_challenge_method: "S256" } };
}

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(peer.url + path, { method: "POST", body: new URLSearchParams(fields), headers });

it.each([
  ["HubSpot", hubspot, { scope: "read" }, false, 1800],
  ["Stripe", stripe, {}, true, 3600],
  ["Salesforce", salesforce, { scope: "read" }, true, 7200],
] as const)(
  "%s: authorize, token, refresh, and what the old refresh token does",
  async (_name, make, link, rotates, lifeS) => {
    const style = make();
    await start(style);
    const proof = style.pkce === "required" ? await pkce() : undefined;
    const back = await walk(style, { ...link, ...proof?.link });
    const first = await exchange(style, back, proof?.verifier);
    expect(server.check(first.access_token)).toMatchObject({ grant: { revoked: false } });
    const second = await refresh(style, first.refresh_token ?? "");
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token !== first.refresh_token).toBe(rotates);
    const again = refresh(style, first.refresh_token ?? "");
    if (rotates) {
      await expect(again).rejects.toMatchObject({ error: "invalid_grant" });
      expect(server.check(second.access_token)).toEqual({ refused: "revoked" });
      await expect(refresh(style, second.refresh_token ?? "")).rejects.toMatchObject({
        error: "invalid_grant",
      });
    } else {
      const third = await again;
      peer.clock.advance(lifeS * 1000);
      expect(server.check(third.access_token)).toEqual({ refused: "expired" });
    }
  },
);

it.each([
  ["Slack", slack, { scope: "read" }],
  ["Mailchimp", mailchimp, {}],
] as const)("%s answers in a way that a strict client refuses", async (_name, make, link) => {
  const style = make();
  await start(style);
  await expect(exchange(style, await walk(style, link))).rejects.toThrow();
});

it.each([
  ["HubSpot", hubspot],
  ["Stripe", stripe],
  ["Slack", slack],
  ["Mailchimp", mailchimp],
  ["Salesforce", salesforce],
] as const)("%s: a denial comes back as access_denied with the state", async (_name, make) => {
  const style = make();
  await start(style, "deny");
  const back = await walk(style, style.pkce === "required" ? (await pkce()).link : {});
  expect([
    back.searchParams.get("error"),
    back.searchParams.get("state"),
    back.searchParams.has("code"),
  ]).toEqual(["access_denied", "st-1", false]);
});

it("asks a person on a page and goes by the button", async () => {
  await start(hubspot(), "ask");
  const link = `${peer.url}/oauth/authorize?client_id=app-1&redirect_uri=${encodeURIComponent(redirectUri)}&scope=read&state=a%26b`;
  const text = await (await fetch(link)).text();
  expect(text).toContain("Sandbox");
  expect(text).toContain("Connect Forestay to HubSpot");
  expect(text).toContain("<li>read</li>");
  const fields = { client_id: "app-1", redirect_uri: redirectUri, scope: "read", state: "a&b" };
  const allowed = await fetch(`${peer.url}/oauth/authorize`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, decision: "allow" }),
    redirect: "manual",
  });
  const back = new URL(allowed.headers.get("location") ?? "");
  expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([redirectUri, "a&b"]);
  expect(back.searchParams.get("code")).not.toBeNull();
});

it("sends nobody to an address that the app does not have, letter for letter", async () => {
  await start(hubspot());
  await expect(walk(hubspot(), { redirect_uri: `${redirectUri}/` })).rejects.toThrow("400");
  await expect(walk(hubspot(), { client_id: "app-2" })).rejects.toThrow("400");
  await expect(walk(hubspot(), { scope: "read everything" })).rejects.toThrow("400");
  await expect(walk(hubspot(), { scope: "read", ...(await pkce()).link })).rejects.toThrow("PKCE");
});

it("takes a code once, for 60 seconds, from its own app and address", async () => {
  const style = hubspot();
  await start(style);
  const code = async () => (await walk(style, { scope: "read" })).searchParams.get("code") ?? "";
  const fields = {
    grant_type: "authorization_code",
    client_id: "app-1",
    client_secret: "secret-1",
    redirect_uri: redirectUri,
  };
  const ask = async (more: Record<string, string>) => {
    const answer = await post("/oauth/2026-03/token", { ...fields, ...more });
    const body = (await answer.json()) as { status?: string; hub_id?: number; token_use?: string };
    return [answer.status, body.status ?? body.hub_id];
  };
  const used = await code();
  expect(await ask({ code: used })).toEqual([200, 62_515]);
  expect(await ask({ code: used })).toEqual([400, "BAD_AUTH_CODE"]);
  expect(await ask({ code: await code(), client_secret: "wrong" })).toEqual([401, "BAD_CLIENT_SECRET"]);
  expect(await ask({ code: await code(), redirect_uri: "https://other.test/" })).toEqual([
    400,
    "MISMATCH_REDIRECT_URI_AUTH_CODE",
  ]);
  const late = await code();
  peer.clock.advance(60_000);
  expect(await ask({ code: late })).toEqual([400, "EXPIRED_AUTHORIZATION_CODE"]);
  expect(await ask({ grant_type: "refresh_token", refresh_token: "made up" })).toEqual([
    400,
    "BAD_REFRESH_TOKEN",
  ]);
});

it("holds Salesforce to S256 and to verifiers of 43 to 128 characters", async () => {
  const style = salesforce();
  await start(style);
  await expect(walk(style, { scope: "read" })).rejects.toThrow("code_challenge is required");
  const plain = { scope: "read", code_challenge: "x".repeat(43), code_challenge_method: "plain" };
  await expect(walk(style, plain)).rejects.toThrow("S256");
  const long = "v".repeat(171);
  const link = {
    scope: "read",
    code_challenge: await oauth.calculatePKCECodeChallenge(long),
    code_challenge_method: "S256",
  };
  await expect(exchange(style, await walk(style, link), long)).rejects.toMatchObject({
    error: "invalid_grant",
  });
  const wrong = await walk(style, { scope: "read", ...(await pkce()).link });
  await expect(exchange(style, wrong, oauth.generateRandomCodeVerifier())).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

it("HubSpot: introspects, and revoking ends the refresh token and what came of it", async () => {
  const style = hubspot();
  await start(style);
  const proof = { client_id: "app-1", client_secret: "secret-1" };
  const tokens = server.issue(["read"]);
  const look = async () =>
    (await post("/oauth/2026-03/token/introspect", { ...proof, token: tokens.accessToken })).json();
  expect(await look()).toMatchObject({ active: true, hub_id: 62_515, scopes: ["read"], expires_in: 1800 });
  await post("/oauth/2026-03/token/revoke", { ...proof, token: tokens.refreshToken ?? "" });
  expect(await look()).toMatchObject({ active: false });
  await expect(refresh(style, tokens.refreshToken ?? "")).rejects.toMatchObject({ error: "invalid_grant" });
});

it("Slack: says errors with status 200, and gives a bot token with a webhook", async () => {
  const style = slack();
  await start(style);
  const basic = { authorization: `Basic ${Buffer.from("app-1:secret-1").toString("base64")}` };
  const ask = async (fields: Record<string, string>, headers: Record<string, string> = basic) => {
    const answer = await post("/api/oauth.v2.access", fields, headers);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect(await ask({ code: "made up" })).toEqual({ status: 200, body: { ok: false, error: "invalid_code" } });
  const code = (await walk(style, { scope: "read,write" })).searchParams.get("code") ?? "";
  expect((await ask({ code, redirect_uri: redirectUri }, {})).body).toEqual({
    ok: false,
    error: "bad_client_secret",
  });
  const { body } = await ask({ code, redirect_uri: redirectUri });
  expect(body).toMatchObject({ ok: true, token_type: "bot", scope: "read,write", team: { id: "T1" } });
  expect((await ask({ code, redirect_uri: redirectUri })).body["error"]).toBe("code_already_used");
});

it("Mailchimp: tells the data centre to a good token, and an error with status 200 to a bad one", async () => {
  const style = mailchimp();
  await start(style);
  const { accessToken } = server.issue();
  const look = async (token: string) => {
    const answer = await fetch(`${peer.url}/oauth2/metadata`, {
      headers: { authorization: `OAuth ${token}` },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect((await look(accessToken)).body).toMatchObject({
    dc: "us1",
    api_endpoint: "https://us1.api.mailchimp.com",
  });
  expect(await look("bad")).toMatchObject({ status: 200, body: { error: "invalid_token" } });
  server.revokeAll();
  expect((await look(accessToken)).body).toMatchObject({ error: "invalid_token" });
});
