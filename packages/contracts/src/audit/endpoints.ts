import type { Endpoints } from "../endpoint.ts";
import type { auditRoutes } from "./routes.ts";

export const auditEndpoints: Endpoints<typeof auditRoutes> = {
  listAudit: { method: "GET", path: "/company/audit" },
  exportAudit: { method: "POST", path: "/company/audit/exports", idempotent: true },
};
