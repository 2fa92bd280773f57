import type { ServerModule } from "#platform/server-module.ts";
import { bindAdminUserRoutes } from "./routes.ts";

/** The platform staff's view of all people; of companies it shows no more than a name. */
export const adminUsersModule: ServerModule = { name: "admin-users", routes: bindAdminUserRoutes };
