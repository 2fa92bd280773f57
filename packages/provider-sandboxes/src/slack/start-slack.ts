import {
  DeliveryQueue,
  peerClock,
  postBody,
  startPeerServer,
  type Peer,
  type PeerClock,
} from "../kit/index.ts";
import { oauthServer, slackStyle, type Decision, type OAuthServer } from "../oauth/index.ts";
import { slackControlRoutes } from "./control-page.ts";
import { slackRoutes } from "./slack-routes.ts";
import { slackSignature } from "./slack-signature.ts";
import { buttonsOf } from "./blocks.ts";
import { Workspace, type SlackMessage } from "./workspace.ts";

export interface SlackOptions {
  port?: number;
  clock?: PeerClock;
  redirectUris?: string[];
  decision?: Decision;
  /** Where the app's events go. */
  eventsUrl?: string;
  /** Where it is told what people press in messages; without it pressing does nothing. */
  interactionsUrl?: string;
}

/** A Slack workspace on this machine. */
export interface SlackPeer extends Peer {
  data: Workspace;
  oauth: OAuthServer;
  /** Bodies of events, signed when they are sent. */
  webhooks: DeliveryQueue<object>;
  app: { clientId: string; clientSecret: string; signingSecret: string };
  /** The address of the incoming webhook. */
  webhookUrl: string;
  /** Asks the events' address to prove itself; true when it answered with the challenge. */
  verifyUrl(): Promise<boolean>;
  /**
   * Somebody presses the first button of a message: signed as now, or as `signed` says. Answers with the status that the app
   * gave; throws where there is nothing to press.
   */
  press(
    message: SlackMessage,
    by?: string,
    signed?: { secret?: string; secondsAgo?: number },
  ): Promise<number>;
  /** The person removes the app: tokens and webhook stop, and the app is told. */
  removeApp(): void;
}

/** Starts the Slack stand-in: Web API, incoming webhook, OAuth, signed events. */
export async function startSlack(options: SlackOptions = {}): Promise<SlackPeer> {
  const clock = options.clock ?? peerClock();
  const workspace = new Workspace(clock);
  const app = {
    clientId: "1.1",
    clientSecret: "slack-sandbox-secret",
    signingSecret: "slack-sandbox-signing",
  };
  const webhookUrl = () => `${peer.url}${workspace.webhookPath ?? "/services/none"}`;
  const oauth = oauthServer({
    style: slackStyle({
      id: workspace.id,
      name: workspace.name,
      appId: "A0SANDBOX",
      botUserId: "U0BOT",
      webhook: () => ({
        channel: "#customer-alerts",
        channelId: workspace.webhookChannel,
        url: webhookUrl(),
      }),
    }),
    clock,
    accountName: workspace.name,
    decision: options.decision ?? "ask",
    apps: [
      {
        name: "Forestay",
        clientId: app.clientId,
        clientSecret: app.clientSecret,
        redirectUris: options.redirectUris ?? [],
        scopes: ["chat:write", "chat:write.public", "channels:read", "groups:read", "incoming-webhook"],
      },
    ],
  });
  const signed = (body: string) => ({
    "content-type": "application/json",
    "x-slack-request-timestamp": String(clock.seconds()),
    "x-slack-signature": slackSignature(app.signingSecret, body, clock.seconds()),
  });
  const webhooks = new DeliveryQueue<object>({
    post: async (event) => {
      if (options.eventsUrl === undefined) return 200;
      const body = JSON.stringify(event);
      return postBody(options.eventsUrl, body, signed(body));
    },
  });
  let events = 0;
  const tell = (event: { type: string; tokens?: { oauth: string[]; bot: string[] } }) => {
    events += 1;
    webhooks.deliver({
      type: "event_callback",
      team_id: workspace.id,
      api_app_id: "A0SANDBOX",
      event_id: `Ev${String(events).padStart(9, "0")}`,
      event_time: clock.seconds(),
      event,
    });
  };
  const removeApp = () => {
    oauth.revokeAll();
    workspace.webhookPath = null;
    tell({ type: "tokens_revoked", tokens: { oauth: [], bot: ["U0BOT"] } });
    tell({ type: "app_uninstalled" });
  };
  const peer = await startPeerServer({
    port: options.port ?? 0,
    clock,
    routes: {
      ...slackRoutes(workspace, oauth, removeApp),
      ...oauth.routes,
      ...slackControlRoutes(workspace, removeApp, (message) => press(message)),
    },
    notFound: ({ path }) =>
      path.startsWith("/api/")
        ? { status: 200, body: { ok: false, error: "unknown_method" } }
        : { status: 404, body: "no_service" },
  });
  const press: SlackPeer["press"] = async (message, by = "ada", { secret, secondsAgo = 0 } = {}) => {
    const [button] = buttonsOf(message.blocks);
    if (button === undefined) throw new Error("There is nothing to press.");
    if (options.interactionsUrl === undefined) throw new Error("Nobody is told what is pressed.");
    const channel = workspace.channel(message.channel);
    const payload = {
      type: "block_actions",
      team: { id: workspace.id, domain: "sandbox" },
      user: { id: "U0ADA", username: by, name: by, team_id: workspace.id },
      api_app_id: "A0SANDBOX",
      token: "gone",
      container: {
        type: "message",
        message_ts: message.ts,
        channel_id: message.channel,
        is_ephemeral: false,
      },
      trigger_id: "12466734323.1395872398",
      channel: { id: message.channel, name: channel?.name ?? "" },
      message: {
        type: "message",
        bot_id: "B0BOT",
        text: message.text,
        ts: message.ts,
        blocks: message.blocks,
      },
      response_url: `${peer.url}/actions/${workspace.id}/1/none`,
      actions: [
        {
          type: "button",
          block_id: "1",
          action_id: button.actionId,
          text: { type: "plain_text", text: button.label, emoji: true },
          ...(button.value !== undefined && { value: button.value }),
          action_ts: `${clock.seconds()}.000001`,
        },
      ],
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const seconds = clock.seconds() - secondsAgo;
    return postBody(options.interactionsUrl, body, {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": String(seconds),
      "x-slack-signature": slackSignature(secret ?? app.signingSecret, body, seconds),
    });
  };
  async function verifyUrl(): Promise<boolean> {
    if (options.eventsUrl === undefined) return false;
    const body = JSON.stringify({ type: "url_verification", challenge: "prove-it" });
    const answer = await fetch(options.eventsUrl, { method: "POST", headers: signed(body), body });
    return answer.ok && (await answer.text()).includes("prove-it");
  }
  return Object.assign(peer, {
    data: workspace,
    oauth,
    webhooks,
    app,
    webhookUrl: webhookUrl(),
    verifyUrl,
    press,
    removeApp,
  });
}
