import { diagnosticsRoutes } from "@forestay/contracts";
import { readConnectionHealth } from "#modules/integrations/index.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { runChecks } from "./checks.ts";
import { productVersion } from "./product-version.ts";

const MOST_SYSTEMS = 200;

/** Binds the checks as they come out now. */
export function bindDiagnosticsRoutes(api: Api, context: ModuleContext): void {
  bind(api, diagnosticsRoutes.get, async () => {
    const [checks, systems] = await Promise.all([
      runChecks(context),
      // Where the database does not answer, the checks say so.
      readConnectionHealth(context, MOST_SYSTEMS).catch((error: unknown) => {
        context.log.warn({ err: error }, "connected systems could not be read");
        return [];
      }),
    ]);
    const byTransport = { ...context.live.stats().connections };
    const connections = Object.values(byTransport).reduce((sum, count) => sum + count, 0);
    return {
      serverTime: context.clock.now().toISOString(),
      version: productVersion,
      checks,
      systems,
      hub: { connections, byTransport },
    };
  });
}
