import { startHubSpot, startStripe } from "@forestay/provider-sandboxes";
import type { TestProject } from "vitest/node";
import { callOffSampleAnalysis } from "./call-off-analyses.ts";
import { startApp } from "./start-app.ts";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
  }
}

/** As the application calls itself: whoever is sent elsewhere to allow it comes back there, and not by a number. */
export const ownAddressOf = (baseUrl: string): string => baseUrl.replace("127.0.0.1", "localhost");

/** One application for the journeys that need none of their own; the run ends with what it warned of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // As `npm start` has it beside the app.
  const stripe = await startStripe();
  const address = new URL(stripe.url);
  address.username = stripe.keys.restricted;
  const hubspot = await startHubSpot();
  const { clientId, clientSecret } = hubspot.app;
  const crm = new URL(
    `?${new URLSearchParams({ client_id: clientId, client_secret: clientSecret })}`,
    hubspot.url,
  );
  crm.username = hubspot.privateToken;
  const app = await startApp({ env: { STRIPE_SANDBOX: address.href, HUBSPOT_SANDBOX: crm.href } });
  const home = ownAddressOf(app.baseUrl);
  hubspot.oauth.allowRedirect(`${home}/app/oauth/hubspot/callback`);
  hubspot.webhooks.target = { url: `${home}/api/incoming/hubspot`, clientSecret };
  await callOffSampleAnalysis(app.baseUrl);
  project.provide("baseUrl", app.baseUrl);
  return async () => {
    await app.stop();
    await stripe.close();
    await hubspot.close();
    const warnings = app
      .output()
      .split("\n")
      .filter((line) => line.startsWith('{"level"'));
    if (warnings.length > 0)
      process.stderr.write(`What the application warned of:\n${warnings.join("\n")}\n`);
  };
}
