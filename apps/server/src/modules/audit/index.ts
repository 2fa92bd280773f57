import type { ServerModule } from "#platform/server-module.ts";
import { bindAuditRoutes } from "./routes.ts";

export { listAuditOfPerson } from "./list-audit.ts";
export {
  changesOf,
  eraseCustomerFromAudit,
  erasePersonFromAudit,
  findActorOf,
  recordAudit,
} from "./record-audit.ts";

/** Who changed what, when and from where. */
export const auditModule: ServerModule = { name: "audit", routes: bindAuditRoutes };
