import { createHash, randomBytes } from "node:crypto";
import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  startSlack,
  startStripe,
  type OAuthServer,
} from "@forestay/provider-sandboxes";
import { expect, it } from "vitest";
import { createTestOutbound } from "#testing/index.ts";
import { hubspotOAuth } from "../connectors/hubspot/oauth.ts";
import { mailchimpOAuth } from "../connectors/mailchimp/oauth.ts";
import { salesforceOAuth } from "../connectors/salesforce/oauth.ts";
import { slackOAuth } from "../connectors/slack/oauth.ts";
import { stripeOAuth } from "../connectors/stripe/oauth.ts";
import { exchangeCode, refreshTokens, type TokenQuestion } from "./ask-for-tokens.ts";
import type { OAuthStyle } from "./oauth-style.ts";

const BACK = "https://app.example.test/back";

interface Peer {
  url: string;
  oauth: OAuthServer;
  close(): Promise<void>;
  app: { clientId: string; clientSecret?: string; secretKey?: string };
}

/** How each of the five is asked, and whether what it gives ends. */
const styles: [name: string, style: OAuthStyle, start: () => Promise<Peer>][] = [
  ["HubSpot", hubspotOAuth, () => startHubSpot({ data: "empty" })],
  ["Salesforce", salesforceOAuth, () => startSalesforce({ data: "empty" })],
  ["Stripe", stripeOAuth, () => startStripe({ data: "empty" })],
  ["Mailchimp", mailchimpOAuth, () => startMailchimp({})],
  ["Slack", slackOAuth, () => startSlack({})],
];

it.each(styles)(
  "asks %s for tokens as it does OAuth, renews them, and says when they are over",
  async (name, style, start) => {
    const peer = await start();
    const outbound = createTestOutbound();
    try {
      peer.oauth.allowRedirect(BACK);
      peer.oauth.decision = "allow";
      const client = { id: peer.app.clientId, secret: peer.app.clientSecret ?? peer.app.secretKey ?? "" };
      const place = { authorizeBase: peer.url, tokenBase: peer.url, client };
      const question: TokenQuestion = { style, place, name, outbound };
      const verifier = style.pkce ? randomBytes(48).toString("base64url") : null;
      const walk = async () => {
        const link = new URL(peer.url + style.authorizePath);
        link.search = new URLSearchParams({
          client_id: client.id,
          redirect_uri: BACK,
          response_type: "code",
          scope: style.scopes.join(style.scopesInLink === "commas" ? "," : " "),
          ...(verifier !== null && {
            code_challenge: createHash("sha256").update(verifier).digest("base64url"),
            code_challenge_method: "S256",
          }),
        }).toString();
        const answer = await fetch(link, { redirect: "manual" });
        return new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
      };
      const code = await walk();
      const first = await exchangeCode(question, { code, redirectUri: BACK, verifier });
      expect(peer.oauth.check(first.accessToken)).toHaveProperty("grant");

      // A code that was used is over, for good, whatever the system calls that.
      await expect(exchangeCode(question, { code, redirectUri: BACK, verifier })).rejects.toMatchObject({
        failure: "expired",
      });
      const stranger = { ...question, place: { ...place, client: { ...client, secret: "sk_test_wrong" } } };
      const other = { code: await walk(), redirectUri: BACK, verifier };
      await expect(exchangeCode(stranger, other)).rejects.toMatchObject({
        failure: "wrong",
        message: expect.stringContaining("does not accept how this server is registered there"),
      });

      if (style.lifetimeS !== null) {
        const again = await exchangeCode(question, { code: await walk(), redirectUri: BACK, verifier });
        const next = await refreshTokens(question, again.refreshToken ?? "");
        expect(peer.oauth.check(next.accessToken)).toHaveProperty("grant");
        peer.oauth.revokeAll();
        await expect(
          refreshTokens(question, next.refreshToken ?? again.refreshToken ?? ""),
        ).rejects.toMatchObject({
          failure: "expired",
          message: `${name} ended our access. Connect it again to go on.`,
        });
      } else expect([first.refreshToken, first.expiresInS]).toEqual([null, null]);
    } finally {
      await outbound.close();
      await peer.close();
    }
  },
);

it("believes an account's own address only where it is the system's", () => {
  const of =
    (instance_url: string, isLocal = false) =>
    () =>
      salesforceOAuth.accountBase?.(
        { accessToken: "", refreshToken: null, expiresInS: null, scopes: null, said: { instance_url } },
        { loginBase: "http://127.0.0.1:9", isLocal, outbound: createTestOutbound() },
      );
  expect(of("https://brightleaf.my.salesforce.com/x")()).toBe("https://brightleaf.my.salesforce.com");
  expect(of("http://127.0.0.1:4801", true)()).toBe("http://127.0.0.1:4801");
  for (const bad of [
    "http://brightleaf.my.salesforce.com",
    "https://salesforce.com.evil.example",
    "https://169.254.169.254",
    "http://127.0.0.1:4801",
    "no address",
  ])
    expect(of(bad)).toThrow(TypeError);
});
