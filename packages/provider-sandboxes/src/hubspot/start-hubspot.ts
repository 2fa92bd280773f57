import {
  AnswerError,
  peerClock,
  startPeerServer,
  type Answer,
  type Peer,
  type PeerClock,
  type PeerRequest,
} from "../kit/index.ts";
import { hubspotStyle, oauthServer, type Decision, type OAuthServer } from "../oauth/index.ts";
import { hubspotControlRoutes } from "./control-page.ts";
import { hubspotError } from "./hubspot-errors.ts";
import { HubSpotWebhooks } from "./hubspot-webhooks.ts";
import { LimitBook, type Limits } from "./limits.ts";
import { Portal } from "./portal.ts";
import { portalProperties } from "./properties.ts";
import { associationRoutes } from "./routes/batches.ts";
import { objectRoutes } from "./routes/objects.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { samplePortal } from "./sample-portal.ts";

export interface HubSpotOptions {
  port?: number;
  clock?: PeerClock;
  /** `sample`: about 400 contacts of the companies that the Stripe sandbox bills. */
  data?: "sample" | "empty";
  name?: string;
  redirectUris?: string[];
  decision?: Decision;
  /** 429 beyond these; without them only faults make one. */
  limits?: Limits;
  /** Where the app's news go. */
  webhookUrl?: string;
}

/** A HubSpot portal on this machine. */
export interface HubSpotPeer extends Peer {
  data: Portal;
  oauth: OAuthServer;
  webhooks: HubSpotWebhooks;
  app: { clientId: string; clientSecret: string; appId: number };
  portalId: number;
  /** Of a private app of the portal's own: it does not end by itself. */
  privateToken: string;
  /** The person removes the app: HubSpot tells nobody, its tokens just stop. */
  removeApp(): void;
}

/** The version of the API that this stand-in speaks; others, `/v1` and `/v3` are not found. */
const DATE = "2026-09";
const scopes = [
  "oauth",
  "crm.objects.contacts.read",
  "crm.objects.contacts.write",
  "crm.objects.companies.read",
  "crm.objects.deals.read",
  "crm.schemas.contacts.read",
  "crm.schemas.contacts.write",
];

/** Starts the HubSpot stand-in: dated CRM paths, OAuth, signed webhook batches. */
export async function startHubSpot(options: HubSpotOptions = {}): Promise<HubSpotPeer> {
  const clock = options.clock ?? peerClock();
  const { name = "Brightleaf Software" } = options;
  const ids = { portalId: 48_151_623, appId: 4242 };
  const app = { clientId: "hubspot-sandbox-app", clientSecret: "hubspot-sandbox-secret", appId: ids.appId };
  const privateToken = "pat-na1-sandbox";
  const portal = new Portal(clock, portalProperties());
  if (options.data !== "empty") samplePortal(portal);
  const webhooks = new HubSpotWebhooks(ids, clock);
  if (options.webhookUrl !== undefined)
    webhooks.target = { url: options.webhookUrl, clientSecret: app.clientSecret };
  portal.onNews = (news) => webhooks.tell(news);
  const oauth = oauthServer({
    style: hubspotStyle({ hubId: ids.portalId, userId: 1, appId: ids.appId }),
    clock,
    accountName: name,
    decision: options.decision ?? "ask",
    apps: [{ name: "Forestay", ...app, redirectUris: options.redirectUris ?? [], scopes }],
  });
  const limits = new LimitBook(options.limits ?? {}, clock);
  const removeApp = () => oauth.revokeAll();

  async function around(request: PeerRequest, serve: () => Promise<Answer>): Promise<Answer> {
    if (!/^\/(crm|account-info|appinstalls)\//.test(request.path)) return serve();
    const isSearch = request.path.endsWith("/search");
    try {
      checkToken(request, oauth, privateToken);
      limits.count(isSearch);
      const answer = await serve();
      return { ...answer, headers: { ...(!isSearch && limits.headers()), ...answer.headers } };
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      return { ...error.answer, headers: { ...(!isSearch && limits.headers()), ...error.answer.headers } };
    }
  }

  const peer = await startPeerServer({
    port: options.port ?? 0,
    clock,
    routes: {
      ...objectRoutes(portal, DATE, () => peer.url),
      ...associationRoutes(portal, DATE),
      ...settingsRoutes(portal, DATE, { portalId: ids.portalId, name }, removeApp),
      ...oauth.routes,
      ...hubspotControlRoutes(portal, oauth, name),
    },
    notFound: ({ method, path }) =>
      hubspotError(404, "OBJECT_NOT_FOUND", `No resource at ${method} ${path}; this sandbox speaks ${DATE}.`)
        .answer,
    around,
  });
  return Object.assign(peer, {
    data: portal,
    oauth,
    webhooks,
    app,
    portalId: ids.portalId,
    privateToken,
    removeApp,
  });
}

/** 401 for a bad token, 403 for one without the scope. */
function checkToken(request: PeerRequest, oauth: OAuthServer, privateToken: string): void {
  const token = /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (token === undefined)
    throw hubspotError(401, "INVALID_AUTHENTICATION", "Authentication credentials not found.");
  if (token === privateToken) return;
  const check = oauth.check(token);
  if ("refused" in check) {
    const expired = check.refused === "expired";
    throw hubspotError(
      401,
      expired ? "EXPIRED_AUTHENTICATION" : "INVALID_AUTHENTICATION",
      expired
        ? "The OAuth token used to make this call has expired."
        : "The OAuth token used to make this call is not valid.",
    );
  }
  const needed = scopeOf(request);
  if (needed !== undefined && !check.grant.scopes.includes(needed))
    throw hubspotError(
      403,
      "MISSING_SCOPES",
      "This app hasn't been granted all required scopes to make this call.",
      {
        errors: [
          {
            message: "One or more of the following scopes are required.",
            context: { requiredGranularScopes: [needed] },
          },
        ],
      },
    );
}

function scopeOf({ method, path }: PeerRequest): string | undefined {
  const [, area, kind, , type] = path.split("/");
  if (area !== "crm") return undefined;
  if (kind === "properties") return method === "GET" ? undefined : `crm.schemas.${type}.write`;
  const reads = method === "GET" || /\/(search|batch\/read)$/.test(path);
  return `crm.objects.${type}.${reads ? "read" : "write"}`;
}
