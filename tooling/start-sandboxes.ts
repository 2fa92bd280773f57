/** Sandboxes of other systems beside the app, outside production: so that anybody can walk a connection without an account. */
import { fork } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../packages/provider-sandboxes/src/sandbox.ts", import.meta.url));
/** A key of each sample account, and this product as its sandbox knows it; they open nothing but the sandboxes of this machine. */
const sandboxes: Record<string, { key: string; client?: [id: string, secret: string]; signing?: string }> = {
  hubspot: { key: "pat-na1-sandbox", client: ["hubspot-sandbox-app", "hubspot-sandbox-secret"] },
  stripe: { key: "rk_test_sandboxread" },
  salesforce: { key: "none", client: ["3MVG9sandbox", "salesforce-sandbox-secret"] },
  mailchimp: { key: "none", client: ["100000000001", "mailchimp-sandbox-secret"] },
  slack: {
    key: "none",
    client: ["1.1", "slack-sandbox-secret"],
    signing: "slack-sandbox-signing",
  },
};
const settingOf = (name: string) => `${name.toUpperCase()}_SANDBOX`;

/**
 * Chooses their addresses and says them to the app by its settings; the function that is answered starts them, as processes
 * that end with this one. Null in production, where settings name others, and with SANDBOXES=off.
 */
export async function prepareSandboxes(): Promise<(() => void) | null> {
  const { NODE_ENV, SANDBOXES, ROLE = "all" } = process.env;
  if (NODE_ENV === "production" || SANDBOXES === "off" || ROLE !== "all") return null;
  if (Object.keys(sandboxes).some((name) => process.env[settingOf(name)] !== undefined)) return null;
  // As the app knows its own address: people are sent back there, and news.
  const app = (process.env.APP_URL || `http://localhost:${process.env.PORT || 4000}`).replace(/\/$/, "");
  const ports: string[] = [];
  for (const [name, { key, client, signing }] of Object.entries(sandboxes)) {
    const port = String(await freePort());
    ports.push(`--${name}-port`, port);
    const said = {
      ...(client && { client_id: client[0], client_secret: client[1] }),
      ...(signing && { signing_secret: signing }),
    };
    const query = client ? `?${new URLSearchParams(said)}` : "";
    process.env[settingOf(name)] = `http://${key}@127.0.0.1:${port}${query}`;
  }
  return () => {
    const back = ["--app", app, "--hubspot-webhook", `${app}/api/incoming/hubspot`];
    const slack = `${app}/api/incoming/slack`;
    back.push("--slack-interactions", slack, "--slack-events", slack);
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
