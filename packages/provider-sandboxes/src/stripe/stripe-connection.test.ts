import { afterEach, beforeEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { stripeClient, stripeRefusal } from "../testing/stripe-client.ts";
import { startStripe, type StripePeer } from "./start-stripe.ts";

const redirectUri = "https://app.example.test/app/oauth/stripe/callback";
let peer: StripePeer;
beforeEach(async () => {
  peer = await startStripe({
    clock: peerClock("2026-03-10T09:00:00Z"),
    data: "empty",
    decision: "allow",
    redirectUris: [redirectUri],
  });
});
afterEach(() => peer.close());

interface Tokens {
  access_token: string;
  refresh_token: string;
  stripe_user_id: string;
}

/** As the app's server does it: with Stripe's library and the app's own key. */
async function connect(): Promise<Tokens> {
  const link = `${peer.url}/oauth/v2/authorize?client_id=${peer.app.clientId}&redirect_uri=${encodeURIComponent(redirectUri)}&state=s`;
  const back = new URL((await fetch(link, { redirect: "manual" })).headers.get("location") ?? "");
  const code = back.searchParams.get("code") ?? "";
  const platform = stripeClient(peer, peer.app.secretKey);
  const answer: unknown = await platform.rawRequest("POST", "/v1/oauth/token", {
    grant_type: "authorization_code",
    code,
  });
  return answer as Tokens;
}

it("gives the app a token that reads the account and writes nothing", async () => {
  const tokens = await connect();
  expect(tokens.stripe_user_id).toBe(peer.data.account.id);
  const client = stripeClient(peer, tokens.access_token);
  expect((await client.accounts.retrieveCurrent()).id).toBe(peer.data.account.id);
  expect((await client.customers.list()).data).toEqual([]);
  expect((await stripeRefusal(client.customers.create({ name: "no" }))).status).toBe(403);
});

it("lets a token end after an hour, by the clock", async () => {
  const client = stripeClient(peer, (await connect()).access_token);
  peer.clock.advance(3_600_000);
  expect(await stripeRefusal(client.customers.list())).toMatchObject({
    status: 401,
    code: "api_key_expired",
  });
});

it("refuses a token when the person has removed the app, and says so to the platform", async () => {
  const client = stripeClient(peer, (await connect()).access_token);
  peer.data.removeApp();
  expect((await stripeRefusal(client.customers.list())).status).toBe(401);
  const told = await stripeClient(peer).events.list({ type: "account.application.deauthorized" });
  expect(told.data).toHaveLength(1);
});
