import {
  AnswerError,
  peerClock,
  startPeerServer,
  type Answer,
  type Peer,
  type PeerClock,
  type PeerRequest,
} from "../kit/index.ts";
import { oauthServer, stripeStyle, type Decision, type OAuthServer } from "../oauth/index.ts";
import { stripeControlRoutes } from "./control-page.ts";
import { StripeDashboard } from "./dashboard.ts";
import { stripeError } from "./stripe-errors.ts";
import { accountRoutes } from "./routes/account-and-portal.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { customerRoutes } from "./routes/customers.ts";
import { eventRoutes } from "./routes/events-and-webhooks.ts";
import { hostedInvoiceRoutes } from "./routes/hosted-invoice.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { paymentRoutes } from "./routes/payments.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { testClockRoutes } from "./routes/test-clocks.ts";
import { bulks } from "./seed/bulks.ts";
import { sampleCustomers } from "./seed/sample-customers.ts";
import { API_VERSION, StripeAccount } from "./stripe-account.ts";
import { IdempotentAnswers } from "./wire/idempotency.ts";
import { callerOf, checkPermission, type Permission, type StripeKey } from "./wire/keys.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";

export interface StripeOptions {
  port?: number;
  clock?: PeerClock;
  seed?: number;
  /** `sample`: about 300 customers with a past. A size: generated when asked for, for benches. */
  data?: "sample" | "empty" | { customers: number; invoices: number };
  name?: string;
  /** Where the app may send people back to. */
  redirectUris?: string[];
  decision?: Decision;
  /** The endpoint of the platform, which is told of this account's events with its `account`. */
  platformWebhook?: { url: string; secret: string };
  /** 429 beyond this many requests in one second of the clock. */
  requestsPerSecond?: number;
}

/** A Stripe account on this machine. */
export interface StripePeer extends Peer {
  data: StripeDashboard;
  oauth: OAuthServer;
  webhooks: WebhookDelivery;
  /** Given to tests and people; each works from the start. */
  keys: { secret: string; restricted: string; withoutInvoices: string; collecting: string };
  app: { clientId: string; secretKey: string };
}

/** What the app asks for in its manifest, and what the restricted key may read. */
export const readPermissions: Permission[] = [
  "customer_read",
  "subscription_read",
  "invoice_read",
  "charge_read",
  "payment_method_read",
  "product_read",
  "plan_read",
  "coupon_read",
  "credit_note_read",
  "dispute_read",
  "event_read",
];

const FIRST_VERSION = "2025-03-31";

/** Starts the Stripe stand-in: API, OAuth of Stripe Apps, signed webhooks, portal pages. */
export async function startStripe(options: StripeOptions = {}): Promise<StripePeer> {
  const clock = options.clock ?? peerClock();
  const { data = "sample", name = "Brightleaf Software" } = options;
  const size = typeof data === "object" ? data : undefined;
  const account = new StripeAccount({
    clock,
    seed: options.seed ?? 1,
    name,
    ...(size && { bulks: bulks(size, clock.seconds()) }),
  });
  if (data === "sample") sampleCustomers(account);
  const app = { clientId: "ca_sandbox", secretKey: "sk_test_sandboxplatform" };
  const oauth = oauthServer({
    style: stripeStyle({ id: account.id, publishableKey: "pk_test_sandbox" }),
    clock,
    accountName: name,
    decision: options.decision ?? "ask",
    seed: (options.seed ?? 1) + 1,
    apps: [
      {
        name: "Forestay",
        clientId: app.clientId,
        clientSecret: app.secretKey,
        redirectUris: options.redirectUris ?? [],
        scopes: [...readPermissions, "customer_portal_write"],
      },
    ],
  });
  const dashboard = new StripeDashboard(account, oauth);
  const keys = {
    secret: "sk_test_sandboxsecret",
    restricted: "rk_test_sandboxread",
    withoutInvoices: "rk_test_sandboxnoinvoices",
    collecting: "rk_test_sandboxcollect",
  };
  const known: StripeKey[] = [
    { key: keys.secret },
    { key: keys.restricted, permissions: [...readPermissions, "webhook_write", "customer_portal_write"] },
    {
      key: keys.collecting,
      permissions: [...readPermissions, "invoice_write", "webhook_write", "customer_portal_write"],
    },
    { key: keys.withoutInvoices, permissions: readPermissions.filter((one) => one !== "invoice_read") },
  ];
  let rolls = 0;
  const rollKey = () => {
    const one = known.find(({ key }) => key === keys.restricted);
    rolls += 1;
    keys.restricted = `rk_test_sandboxread${rolls}`;
    if (one) one.key = keys.restricted;
  };
  const webhooks = new WebhookDelivery(account.id, clock);
  account.onEvent = (event) => webhooks.tell(event);
  if (options.platformWebhook) listenAsPlatform(webhooks, options.platformWebhook, clock);
  const idempotent = new IdempotentAnswers(clock);
  const perSecond = new Map<number, number>();

  async function around(request: PeerRequest, serve: () => Promise<Answer>): Promise<Answer> {
    const isApi = request.path.startsWith("/v1/") && request.path !== "/v1/oauth/token";
    if (!isApi) return serve();
    const version = request.headers["stripe-version"] ?? API_VERSION;
    const headers = { "request-id": `req_${account.draws.letters(14)}`, "stripe-version": version };
    try {
      const caller = callerOf(request, known, app.secretKey, oauth);
      checkVersion(version);
      checkRate();
      checkPermission(request, caller, account.id);
      const answer = await idempotent.once(request, caller.key, serve);
      return { ...answer, headers: { ...headers, ...answer.headers } };
    } catch (error) {
      if (error instanceof AnswerError)
        return { ...error.answer, headers: { ...headers, ...error.answer.headers } };
      throw error;
    }
  }

  function checkRate(): void {
    const second = clock.seconds();
    const count = (perSecond.get(second) ?? 0) + 1;
    perSecond.clear();
    perSecond.set(second, count);
    if (options.requestsPerSecond !== undefined && count > options.requestsPerSecond)
      throw stripeError(429, "invalid_request_error", "Request rate limit exceeded.", { code: "rate_limit" });
  }

  const peer = await startPeerServer({
    port: options.port ?? 0,
    clock,
    routes: {
      ...customerRoutes(account),
      ...subscriptionRoutes(account),
      ...invoiceRoutes(account),
      ...catalogueRoutes(account),
      ...paymentRoutes(account),
      ...eventRoutes(account, webhooks),
      ...testClockRoutes(account),
      ...accountRoutes(account, () => peer.url),
      ...hostedInvoiceRoutes(account),
      ...oauth.routes,
      ...stripeControlRoutes(dashboard, oauth, keys, rollKey),
    },
    notFound: (request) => {
      const message = `Unrecognized request URL (${request.method}: ${request.path}).`;
      return stripeError(404, "invalid_request_error", message).answer;
    },
    around,
  });
  const before = account.pagesUrl;
  account.pagesUrl = peer.url;
  // The sample's past was made before anybody listened; generated bills have no pages.
  if (size === undefined)
    for (const invoice of account.invoices.all())
      invoice.hosted_invoice_url = invoice.hosted_invoice_url?.replace(before, peer.url) ?? null;
  return Object.assign(peer, { data: dashboard, oauth, webhooks, keys, app });
}

/** Versions before 2025-03-31 have other shapes of invoices, which this stand-in does not speak. */
function checkVersion(version: string): void {
  if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version) || version.slice(0, 10) < FIRST_VERSION)
    throw stripeError(400, "invalid_request_error", `Invalid Stripe API version: ${version}`);
}

function listenAsPlatform(
  webhooks: WebhookDelivery,
  { url, secret }: { url: string; secret: string },
  clock: PeerClock,
): void {
  webhooks.listeners.set("we_platform", {
    id: "we_platform",
    object: "webhook_endpoint",
    api_version: API_VERSION,
    application: null,
    created: clock.seconds(),
    description: "The platform's endpoint",
    enabled_events: ["*"],
    livemode: false,
    metadata: {},
    secret,
    status: "enabled",
    url,
    connect: true,
  });
}
