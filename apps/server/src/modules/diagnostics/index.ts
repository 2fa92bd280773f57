import { diagnosticsRoutes } from "@forestay/contracts";
import { bind } from "#platform/http/bind.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { runChecks } from "./checks.ts";
import { productVersion } from "./product-version.ts";

/** Live checks of what the product stands on, for platform Admins and Moderators. */
export const diagnosticsModule: ServerModule = {
  name: "diagnostics",
  routes(api, context) {
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
  },
};
