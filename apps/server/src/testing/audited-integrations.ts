import type { AuditAction } from "@forestay/contracts";
import { startStripe } from "@forestay/provider-sandboxes";
import type { LightMyRequestResponse } from "fastify";
import type { TestApp } from "./test-app.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

/** Every deed with a connected system, done once. */
export async function walkIntegrations(app: TestApp, writes: Writes): Promise<void> {
  const peer = await startStripe({ data: "empty" });
  try {
    app.context.config.providers.stripe.base = peer.url;
    const id = "stripe";
    const key = { body: { credential: peer.keys.restricted } };
    await writes("integration.connected", "POST /integrations/:provider/connect", { id, ...key });
    const change = { frequency: "Daily", excludedObjects: [], version: 1 };
    await writes("integration.changed", "PATCH /integrations/:provider", { id, body: change });
    await writes("integration.sync_started", "POST /integrations/:provider/sync", { id, body: {} });
    await writes("integration.stopped", "POST /integrations/:provider/stop", { id });
    await writes("integration.sync_started", "POST /integrations/:provider/failures/retry", { id, body: {} });
    await writes("integration.disconnected", "POST /integrations/:provider/disconnect", { id });
  } finally {
    await peer.close();
  }
}
