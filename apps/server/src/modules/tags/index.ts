import type { ServerModule } from "#platform/server-module.ts";
import { bindTagRoutes } from "./routes.ts";

export { addTag } from "./tag-customer.ts";

/** What people call their customers: tags, on one customer and everywhere. */
export const tagsModule: ServerModule = { name: "tags", routes: bindTagRoutes };
