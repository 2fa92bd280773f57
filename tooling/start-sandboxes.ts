/** Sandboxes of other systems beside the app, outside production: so that anybody can walk a connection without an account. */
import { fork } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../packages/provider-sandboxes/src/sandbox.ts", import.meta.url));
/** The key of the sample account; it opens nothing but the sandbox of this machine. */
const STRIPE_KEY = "rk_test_sandboxread";
/** The same of HubSpot's: a private app's token, and this product as that sandbox knows it. */
const HUBSPOT_TOKEN = "pat-na1-sandbox";
const HUBSPOT_CLIENT = "client_id=hubspot-sandbox-app&client_secret=hubspot-sandbox-secret";

/**
 * Chooses their addresses and says them to the app by its settings; the function that is answered starts them, as processes
 * that end with this one. Null in production, where settings name others, and with SANDBOXES=off.
 */
export async function prepareSandboxes(): Promise<(() => void) | null> {
  const { NODE_ENV, SANDBOXES, STRIPE_SANDBOX, HUBSPOT_SANDBOX, ROLE = "all" } = process.env;
  if (NODE_ENV === "production" || SANDBOXES === "off" || ROLE !== "all") return null;
  if (STRIPE_SANDBOX !== undefined || HUBSPOT_SANDBOX !== undefined) return null;
  // As the app knows its own address: people are sent back there, and news.
  const app = (process.env.APP_URL || `http://localhost:${process.env.PORT || 4000}`).replace(/\/$/, "");
  const hubspotPort = await freePort();
  process.env.HUBSPOT_SANDBOX = `http://${HUBSPOT_TOKEN}@127.0.0.1:${hubspotPort}?${HUBSPOT_CLIENT}`;
  const stripePort = await freePort();
  process.env.STRIPE_SANDBOX = `http://${STRIPE_KEY}@127.0.0.1:${stripePort}`;
  return () => {
    const ports = ["--stripe-port", String(stripePort), "--hubspot-port", String(hubspotPort)];
    const back = ["--app", app, "--hubspot-webhook", `${app}/api/incoming/hubspot`];
    const child = fork(SCRIPT, [...ports, ...back], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // The app is up with or without them.
    child.unref();
    child.channel?.unref();
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
