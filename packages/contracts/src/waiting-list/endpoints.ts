import type { Endpoints } from "../endpoint.ts";
import type { waitingListRoutes } from "./routes.ts";

export const waitingListEndpoints: Endpoints<typeof waitingListRoutes> = {
  join: { method: "POST", path: "/waiting-list/join", idempotent: true },
  confirm: { method: "POST", path: "/waiting-list/confirm" },
  list: { method: "GET", path: "/waiting-list" },
  export: { method: "POST", path: "/waiting-list/exports", idempotent: true },
  invite: { method: "POST", path: "/waiting-list/:id/invite", idempotent: true },
  makeLink: { method: "POST", path: "/waiting-list/:id/link", idempotent: true },
  remove: { method: "DELETE", path: "/waiting-list/:id" },
};
