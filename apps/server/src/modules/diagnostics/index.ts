import type { ServerModule } from "#platform/server-module.ts";
import { bindDiagnosticsRoutes } from "./routes.ts";

export { productVersion } from "./product-version.ts";

/** Live checks of what the product stands on, for platform Admins and Moderators. */
export const diagnosticsModule: ServerModule = { name: "diagnostics", routes: bindDiagnosticsRoutes };
