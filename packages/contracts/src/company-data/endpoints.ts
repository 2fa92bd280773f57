import type { Endpoints } from "../endpoint.ts";
import type { companyDataRoutes } from "./routes.ts";

export const companyDataEndpoints: Endpoints<typeof companyDataRoutes> = {
  exportEverything: { method: "POST", path: "/company/exports", idempotent: true },
  takeIn: { method: "POST", path: "/company/imports", idempotent: true },
  takenIn: { method: "GET", path: "/company/imports" },
  requestDeletion: { method: "POST", path: "/company/deletion", idempotent: true },
  cancelDeletion: { method: "DELETE", path: "/company/deletion" },
};
