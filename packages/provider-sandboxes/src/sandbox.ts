/**
 * `node packages/provider-sandboxes/src/sandbox.ts --stripe-port 4701 --hubspot-port 4702 --app http://localhost:3000`:
 * the stand-ins with sample accounts, for a person to connect and play the provider's side at `/sandbox`.
 * Ports left out are free ones. `--app` is where the app is seen, for its callbacks and webhooks.
 */
import { parseArgs } from "node:util";
import { startHubSpot } from "./hubspot/index.ts";
import { startMailchimp } from "./mailchimp/index.ts";
import { startSalesforce } from "./salesforce/index.ts";
import { startSlack } from "./slack/index.ts";
import { startStripe } from "./stripe/index.ts";

const BILLING_MS = 60_000;

const { values } = parseArgs({
  options: {
    app: { type: "string", default: "http://localhost:3000" },
    "stripe-port": { type: "string", default: "0" },
    "hubspot-port": { type: "string", default: "0" },
    /** Seconds are the machine's; the sandboxes' own clocks can be moved ahead on their pages. */
    "stripe-webhook": { type: "string" },
    "stripe-webhook-secret": { type: "string", default: "whsec_sandboxplatform" },
    "hubspot-webhook": { type: "string" },
    "salesforce-port": { type: "string", default: "0" },
    "mailchimp-port": { type: "string", default: "0" },
    "slack-port": { type: "string", default: "0" },
    "slack-events": { type: "string" },
    "slack-interactions": { type: "string" },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const callback = (provider: string) => `${values.app}/app/oauth/${provider}/callback`;

const stripe = await startStripe({
  port: Number(values["stripe-port"]),
  redirectUris: [callback("stripe")],
  ...(values["stripe-webhook"] !== undefined && {
    platformWebhook: { url: values["stripe-webhook"], secret: values["stripe-webhook-secret"] },
  }),
});
const hubspot = await startHubSpot({
  port: Number(values["hubspot-port"]),
  redirectUris: [callback("hubspot")],
  limits: { perTenSeconds: 190, searchesPerSecond: 5, perDay: 250_000 },
  ...(values["hubspot-webhook"] !== undefined && { webhookUrl: values["hubspot-webhook"] }),
});
const slack = await startSlack({
  port: Number(values["slack-port"]),
  redirectUris: [callback("slack")],
  ...(values["slack-events"] !== undefined && { eventsUrl: values["slack-events"] }),
  ...(values["slack-interactions"] !== undefined && { interactionsUrl: values["slack-interactions"] }),
});
const salesforce = await startSalesforce({
  port: Number(values["salesforce-port"]),
  redirectUris: [callback("salesforce")],
});
const mailchimp = await startMailchimp({
  port: Number(values["mailchimp-port"]),
  redirectUris: [callback("mailchimp")],
});
const peers = { stripe, hubspot, slack, salesforce, mailchimp };

// What falls due happens without anybody asking, and what the app did not take is sent again.
const timer = setInterval(() => {
  stripe.data.bill();
  void stripe.webhooks.retry();
  void hubspot.webhooks.retry();
  void slack.webhooks.retry();
}, BILLING_MS);

for (const [provider, peer] of Object.entries(peers))
  say(`${provider} sandbox at ${peer.url}, by hand at ${peer.url}/sandbox`);

const stop = () => {
  clearInterval(timer);
  void Promise.all(Object.values(peers).map((peer) => peer.close()));
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
// Started beside the app: when that is gone, nothing of it may go on.
process.once("disconnect", stop);
process.channel?.unref();
