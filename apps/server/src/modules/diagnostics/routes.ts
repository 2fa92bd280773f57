import { diagnosticsRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { runChecks } from "./checks.ts";
import { productVersion } from "./product-version.ts";

/** Binds the checks as they come out now. */
export function bindDiagnosticsRoutes(api: Api, context: ModuleContext): void {
  bind(api, diagnosticsRoutes.get, async () => {
    const checks = await runChecks(context);
    const byTransport = { ...context.live.stats().connections };
    const connections = Object.values(byTransport).reduce((sum, count) => sum + count, 0);
    return {
      serverTime: context.clock.now().toISOString(),
      version: productVersion,
      checks,
      hub: { connections, byTransport },
    };
  });
}
