import type { ServerModule } from "#platform/server-module.ts";
import { bindTeamRoutes } from "./routes.ts";

/** Members of a company, and invitations to it. */
export const teamModule: ServerModule = { name: "team", routes: bindTeamRoutes };
