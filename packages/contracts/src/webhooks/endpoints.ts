import type { Endpoints } from "../endpoint.ts";
import type { webhookRoutes } from "./routes.ts";

export const webhookEndpoints: Endpoints<typeof webhookRoutes> = {
  list: { method: "GET", path: "/company/webhooks" },
  create: { method: "POST", path: "/company/webhooks", idempotent: true },
  update: { method: "PUT", path: "/company/webhooks/:id" },
  rotateSecret: { method: "POST", path: "/company/webhooks/:id/secret", idempotent: true },
  pause: { method: "POST", path: "/company/webhooks/:id/pause", idempotent: true },
  resume: { method: "POST", path: "/company/webhooks/:id/resume", idempotent: true },
  remove: { method: "DELETE", path: "/company/webhooks/:id" },
  test: { method: "POST", path: "/company/webhooks/:id/test", idempotent: true },
  listDeliveries: { method: "GET", path: "/company/webhooks/:id/deliveries" },
  getDelivery: { method: "GET", path: "/company/webhooks/:id/deliveries/:deliveryId" },
  replayDelivery: {
    method: "POST",
    path: "/company/webhooks/:id/deliveries/:deliveryId/replay",
    idempotent: true,
  },
  replay: { method: "POST", path: "/company/webhooks/:id/replay", idempotent: true },
};
