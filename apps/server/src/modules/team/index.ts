import type { ServerModule } from "#platform/server-module.ts";
import { bindTeamRoutes } from "./routes.ts";

export { erasePerson } from "./erase-person.ts";

/** Members of a company, and invitations to it. */
export const teamModule: ServerModule = { name: "team", routes: bindTeamRoutes };
