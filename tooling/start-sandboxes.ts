/** Sandboxes of other systems beside the app, outside production: so that anybody can walk a connection without an account. */
import { fork } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../packages/provider-sandboxes/src/sandbox.ts", import.meta.url));
/** The key of the sample account; it opens nothing but the sandbox of this machine. */
const STRIPE_KEY = "rk_test_sandboxread";

/**
 * Chooses their addresses and says them to the app by its settings; the function that is answered starts them, as processes
 * that end with this one. Null in production, where settings name others, and with SANDBOXES=off.
 */
export async function prepareSandboxes(): Promise<(() => void) | null> {
  const { NODE_ENV, SANDBOXES, STRIPE_SANDBOX, ROLE = "all" } = process.env;
  if (NODE_ENV === "production" || SANDBOXES === "off" || STRIPE_SANDBOX !== undefined || ROLE !== "all")
    return null;
  const stripePort = await freePort();
  process.env.STRIPE_SANDBOX = `http://${STRIPE_KEY}@127.0.0.1:${stripePort}`;
  return () => {
    const child = fork(SCRIPT, ["--stripe-port", String(stripePort)], {
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
