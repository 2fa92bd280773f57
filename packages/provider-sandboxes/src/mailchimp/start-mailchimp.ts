import { companies } from "../companies/index.ts";
import {
  AnswerError,
  DeliveryQueue,
  drawsFrom,
  peerClock,
  postBody,
  startPeerServer,
  type Answer,
  type Peer,
  type PeerClock,
  type PeerRequest,
} from "../kit/index.ts";
import { mailchimpStyle, oauthServer, type Decision, type OAuthServer } from "../oauth/index.ts";
import { Audience, type AudienceNews } from "./audience.ts";
import { mailchimpControlRoutes } from "./control-page.ts";
import { mailchimpError } from "./mailchimp-error.ts";
import { mailchimpRoutes } from "./mailchimp-routes.ts";

export interface MailchimpOptions {
  port?: number;
  clock?: PeerClock;
  /** `sample`: people of the companies that the other stand-ins know. */
  data?: "sample" | "empty";
  redirectUris?: string[];
  decision?: Decision;
  /** Where the list's webhook goes; Mailchimp signs nothing, so that its secret stands in the path. */
  webhookUrl?: string;
  /** What the eleventh call at once is told: a problem as JSON, or a bare page. */
  throttledBy?: "429" | "bare 403";
}

/** A Mailchimp account on this machine, in the data centre us1. */
export interface MailchimpPeer extends Peer {
  data: Audience;
  oauth: OAuthServer;
  webhooks: DeliveryQueue<AudienceNews & { firedAt: string }>;
  app: { clientId: string; clientSecret: string };
  /** A key of the account; one that ends on another data centre is refused. */
  apiKey: string;
  /** Keeps calls at work until the function that it gives is called, so that more than ten at once can meet. */
  hold(): () => void;
}

const MAX_AT_ONCE = 10;
const NAME = "Brightleaf Software";

/** Starts the Mailchimp stand-in: one list, OAuth with its metadata, ten calls at once, webhooks as forms. */
export async function startMailchimp(options: MailchimpOptions = {}): Promise<MailchimpPeer> {
  const clock = options.clock ?? peerClock();
  const audience = new Audience(clock);
  if (options.data !== "empty") sampleAudience(audience, clock);
  const app = { clientId: "100000000001", clientSecret: "mailchimp-sandbox-secret" };
  const apiKey = "0123456789abcdef0123456789abcdef-us1";
  const oauth = oauthServer({
    style: mailchimpStyle({
      dc: "us1",
      accountName: NAME,
      loginEmail: "owner@sandbox.example",
      apiEndpoint: () => peer.url,
    }),
    clock,
    accountName: NAME,
    decision: options.decision ?? "ask",
    apps: [{ name: "Forestay", ...app, redirectUris: options.redirectUris ?? [], scopes: [] }],
  });
  const webhooks: MailchimpPeer["webhooks"] = new DeliveryQueue({
    post: async ({ type, data, firedAt }) => {
      const told = [
        ...(options.webhookUrl === undefined ? [] : [options.webhookUrl]),
        ...audience.webhooks.keys(),
      ];
      const fields = Object.entries(data).map(([name, value]): [string, string] => [`data[${name}]`, value]);
      const body = new URLSearchParams([["type", type], ["fired_at", firedAt], ...fields]).toString();
      const answers: number[] = [];
      for (const url of told)
        answers.push(await postBody(url, body, { "content-type": "application/x-www-form-urlencoded" }));
      return answers.find((status) => status < 200 || status >= 300) ?? 200;
    },
  });
  audience.onNews = (news) => {
    const firedAt = new Date(clock.now()).toISOString().slice(0, 19).replace("T", " ");
    webhooks.deliver({ ...news, firedAt });
  };
  let atOnce = 0;
  let held: Promise<void> | undefined;
  function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  }

  async function around(request: PeerRequest, serve: () => Promise<Answer>): Promise<Answer> {
    if (!request.path.startsWith("/3.0/")) return serve();
    atOnce += 1;
    try {
      if (atOnce > MAX_AT_ONCE) return throttled(options.throttledBy ?? "429");
      checkKey(request, oauth, apiKey);
      await held;
      return await serve();
    } catch (error) {
      if (error instanceof AnswerError) return error.answer;
      throw error;
    } finally {
      atOnce -= 1;
    }
  }

  const peer = await startPeerServer({
    port: options.port ?? 0,
    clock,
    routes: {
      ...mailchimpRoutes(audience, NAME),
      ...oauth.routes,
      ...mailchimpControlRoutes(audience, oauth),
    },
    notFound: () =>
      mailchimpError(404, "Resource Not Found", "The requested resource could not be found.").answer,
    around,
  });
  return Object.assign(peer, { data: audience, oauth, webhooks, app, apiKey, hold });
}

function throttled(by: "429" | "bare 403"): Answer {
  if (by === "429")
    return mailchimpError(
      429,
      "Too Many Requests",
      "You have exceeded the limit of 10 simultaneous connections.",
    ).answer;
  return {
    status: 403,
    headers: { "content-type": "text/html" },
    body: "<html><body>Access Denied</body></html>",
  };
}

/** A token by OAuth, or a key of this data centre as the password of any name. */
function checkKey(request: PeerRequest, oauth: OAuthServer, apiKey: string): void {
  const header = request.headers["authorization"] ?? "";
  const token = /^(Bearer|OAuth) (.+)$/i.exec(header)?.[2];
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const key = basic ? Buffer.from(basic, "base64").toString("utf8").split(":")[1] : token;
  if (key === apiKey || (token !== undefined && "grant" in oauth.check(token))) return;
  if (key?.slice(0, 32) === apiKey.slice(0, 32))
    throw mailchimpError(
      403,
      "Wrong Datacenter",
      "The API key provided is linked to a different data center.",
    );
  throw mailchimpError(
    401,
    "API Key Invalid",
    "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
  );
}

function sampleAudience(audience: Audience, clock: PeerClock): void {
  const draws = drawsFrom(55);
  for (const company of companies(220)) {
    const [person] = company.people;
    if (!person) continue;
    const at = clock.now() - draws.whole(5, 900) * 86_400_000;
    const member = audience.subscribe(person.email, `${person.firstName} ${person.lastName}`, at);
    member.stats = { avg_open_rate: draws.fraction(), avg_click_rate: draws.fraction() / 4 };
    member.merge_fields = {
      ...member.merge_fields,
      PLAN: ["Starter", "Team", "Business"][at % 3] ?? "",
      SEATS: at % 50,
    };
    if (draws.chance(0.12)) member.status = draws.pick(["unsubscribed", "cleaned", "pending"]);
  }
}
