import type { Endpoints } from "../endpoint.ts";
import type { mailRoutes } from "./routes.ts";

export const mailEndpoints: Endpoints<typeof mailRoutes> = {
  list: { method: "GET", path: "/outbox" },
  get: { method: "GET", path: "/outbox/:id" },
  download: { method: "POST", path: "/outbox/:id/exports", idempotent: true },
};
