import type { Endpoints } from "../endpoint.ts";
import type { recoveryCardRoutes } from "./card-routes.ts";
import type { paymentLinkRoutes } from "./link-routes.ts";
import type { recoveryPolicyRoutes } from "./policy-routes.ts";
import type { recoveryRoutes } from "./routes.ts";
import type { recoveryWorkRoutes } from "./work-routes.ts";

export const recoveryEndpoints: Endpoints<typeof recoveryRoutes> = {
  get: { method: "GET", path: "/recovery" },
  cases: { method: "GET", path: "/recovery/cases" },
  pause: { method: "POST", path: "/recovery/cases/:id/pause", idempotent: true },
  resume: { method: "POST", path: "/recovery/cases/:id/resume", idempotent: true },
  mark: { method: "POST", path: "/recovery/cases/:id/mark", idempotent: true },
  unmark: { method: "POST", path: "/recovery/cases/:id/unmark", idempotent: true },
  link: { method: "POST", path: "/recovery/cases/:id/link" },
};

export const recoveryPolicyEndpoints: Endpoints<typeof recoveryPolicyRoutes> = {
  get: { method: "GET", path: "/recovery/policy" },
  save: { method: "PUT", path: "/recovery/policy/draft" },
  use: { method: "POST", path: "/recovery/policy/use", idempotent: true },
  replay: { method: "POST", path: "/recovery/replay" },
};

export const paymentLinkEndpoints: Endpoints<typeof paymentLinkRoutes> = {
  look: { method: "GET", path: "/payment-links/:token" },
  open: { method: "POST", path: "/payment-links/:token/open" },
};

export const recoveryWorkEndpoints: Endpoints<typeof recoveryWorkRoutes> = {
  settings: { method: "GET", path: "/recovery/settings" },
  saveSettings: { method: "PUT", path: "/recovery/settings" },
  preview: { method: "POST", path: "/recovery/messages/preview" },
  detail: { method: "GET", path: "/recovery/cases/:id" },
  sendLink: { method: "POST", path: "/recovery/cases/:id/send-link", idempotent: true },
  retry: { method: "POST", path: "/recovery/cases/:id/retry", idempotent: true },
  results: { method: "GET", path: "/recovery/results" },
  banner: { method: "GET", path: "/recovery/banner" },
};

export const recoveryCardEndpoints: Endpoints<typeof recoveryCardRoutes> = {
  list: { method: "GET", path: "/recovery/cards" },
  preview: { method: "POST", path: "/recovery/cards/preview" },
};
