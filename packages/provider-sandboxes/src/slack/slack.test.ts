import { ErrorCode, LogLevel, WebClient, type ChatPostMessageResponse } from "@slack/web-api";
import { afterEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startListener } from "../testing/listener.ts";
import { slackSignature } from "./slack-signature.ts";
import { startSlack, type SlackOptions, type SlackPeer } from "./start-slack.ts";

let peer: SlackPeer;
afterEach(() => peer.close());

async function start(options: SlackOptions = {}): Promise<WebClient> {
  peer = await startSlack({ clock: peerClock("2026-03-10T09:00:00Z"), ...options });
  return client(peer.oauth.issue().accessToken);
}

const client = (token: string) =>
  new WebClient(token, {
    slackApiUrl: `${peer.url}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
  });

const post = (slack: WebClient, message: Record<string, unknown>): Promise<ChatPostMessageResponse> =>
  slack.apiCall("chat.postMessage", message);

/** The error that Slack's library throws: `channel_not_found`, or the seconds to wait. */
async function refusal(promise: Promise<unknown>): Promise<unknown> {
  const error = (await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as { code?: string; retryAfter?: number; data?: { error: string } } | undefined;
  return error?.code === ErrorCode.RateLimitedError ? error.retryAfter : error?.data?.error;
}

it("takes a message from Slack's own library, one a second and channel", async () => {
  const slack = await start();
  const blocks = [{ type: "section", text: { type: "plain_text", text: "Ada is at risk" } }];
  const posted = await post(slack, { channel: "C0ALERTS", text: "Ada is at risk", blocks });
  expect(posted.channel).toBe("C0ALERTS");
  expect(peer.data.messages).toMatchObject([{ text: "Ada is at risk", blocks, by: "bot", ts: posted.ts }]);
  expect(await refusal(post(slack, { channel: "C0ALERTS", text: "again" }))).toBe(1);
  await post(slack, { channel: "G0BOARD", text: "another channel" });
  peer.clock.advance(1000);
  await post(slack, { channel: "C0ALERTS", text: "again" });
  expect(peer.data.messages).toHaveLength(3);
});

it.each([
  ["C0NONE", "channel_not_found"],
  ["C0OLD", "is_archived"],
  ["C0SALES", "not_in_channel"],
])("refuses a message to %s: %s", async (channel, error) => {
  await start();
  const slack = client(peer.oauth.issue(["chat:write"]).accessToken);
  expect(await refusal(post(slack, { channel, text: "Hello" }))).toBe(error);
});

it("refuses tokens that are unknown, revoked or without the scope, with status 200", async () => {
  const slack = await start();
  expect(await refusal(client("xoxb-made-up").auth.test())).toBe("invalid_auth");
  const narrow = client(peer.oauth.issue(["channels:read"]).accessToken);
  expect(await refusal(post(narrow, { channel: "C0ALERTS", text: "no" }))).toBe("missing_scope");
  await slack.auth.revoke();
  expect(await refusal(slack.auth.test())).toBe("token_revoked");
  expect(peer.requests.every((one) => one.status === 200)).toBe(true);
});

it("lists channels page by page", async () => {
  const slack = await start();
  const names: string[] = [];
  const types = "public_channel,private_channel";
  for await (const page of slack.paginate("conversations.list", { limit: 2, types, exclude_archived: true }))
    for (const one of (page as unknown as { channels: { name: string }[] }).channels) names.push(one.name);
  expect(names).toEqual(["customer-alerts", "sales", "board"]);
});

it("takes messages by its webhook, and says in a text what is wrong", async () => {
  await start();
  const send = async (body: string, url = peer.webhookUrl) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body });
    return [answer.status, await answer.text(), answer.headers.get("retry-after")];
  };
  expect(await send('{"text":"Hello"}')).toEqual([200, "ok", null]);
  expect(await send('{"text":"Hello"}')).toEqual([429, "rate_limited", "1"]);
  expect(await send("{}")).toEqual([400, "invalid_payload", null]);
  expect(await send('{"text":"x"}', `${peer.url}/services/T0SANDBOX/B0SANDBOX/wrong`)).toEqual([
    404,
    "no_service",
    null,
  ]);
  const [channel] = peer.data.channels;
  if (channel) channel.isArchived = true;
  expect(await send('{"text":"Hello"}')).toEqual([410, "channel_is_archived", null]);
});

it("signs its events as Slack does, and tells of the app's removal", async () => {
  expect(slackSignature("slack-secret", "payload=%7B%7D", 1_790_000_001)).toBe(
    "v0=a6ec6b43d5ecfefbd7bed1ee042c28e3450e1f5f72758031c364c41a3ab7f8cf",
  );
  const listener = await startListener();
  await start({ eventsUrl: listener.url });
  expect(await peer.verifyUrl()).toBe(false);
  peer.removeApp();
  await peer.webhooks.settled();
  const events = listener.got.map((one) => JSON.parse(one.body) as { event?: { type: string } });
  expect(events.map((one) => one.event?.type)).toEqual([undefined, "tokens_revoked", "app_uninstalled"]);
  const [, told] = listener.got;
  const expected = slackSignature(peer.app.signingSecret, told?.body ?? "", peer.clock.seconds());
  expect(told?.headers["x-slack-signature"]).toBe(expected);
  expect((await fetch(peer.webhookUrl, { method: "POST", body: "{}" })).status).toBe(404);
  await listener.close();
});
