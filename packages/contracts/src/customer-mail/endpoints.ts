import type { Endpoints } from "../endpoint.ts";
import type { customerMailRoutes } from "./routes.ts";

export const customerMailEndpoints: Endpoints<typeof customerMailRoutes> = {
  getSettings: { method: "GET", path: "/customer-mail/settings" },
  updateSettings: { method: "PUT", path: "/customer-mail/settings" },
  listDomains: { method: "GET", path: "/customer-mail/domains" },
  addDomain: { method: "POST", path: "/customer-mail/domains", idempotent: true },
  checkDomain: { method: "POST", path: "/customer-mail/domains/:id/check", idempotent: true },
  removeDomain: { method: "DELETE", path: "/customer-mail/domains/:id" },
  listSuppressions: { method: "GET", path: "/customer-mail/suppressions" },
  suppress: { method: "POST", path: "/customer-mail/suppressions", idempotent: true },
  unsuppress: { method: "DELETE", path: "/customer-mail/suppressions/:id" },
  receiveReport: { method: "POST", path: "/incoming/mail-reports" },
  openUnsubscribe: { method: "GET", path: "/u/:token" },
  readUnsubscribe: { method: "GET", path: "/u/:token/state" },
  unsubscribe: { method: "POST", path: "/u/:token" },
  resubscribe: { method: "POST", path: "/u/:token/undo" },
  followLink: { method: "GET", path: "/l/:token" },
  countOpen: { method: "GET", path: "/l/:token/open" },
};
