import type { Endpoints } from "../endpoint.ts";
import type { supportRoutes } from "./routes.ts";
import type { supportStaffRoutes } from "./staff-routes.ts";

export const supportEndpoints: Endpoints<typeof supportRoutes> = {
  start: { method: "POST", path: "/support/sessions", idempotent: true },
  active: { method: "GET", path: "/support/sessions/active" },
  list: { method: "GET", path: "/support/sessions" },
  get: { method: "GET", path: "/support/sessions/:id" },
  messages: { method: "GET", path: "/support/sessions/:id/messages" },
  send: { method: "POST", path: "/support/sessions/:id/messages", idempotent: true },
  read: { method: "POST", path: "/support/sessions/:id/read" },
  escalate: { method: "POST", path: "/support/sessions/:id/escalate", idempotent: true },
  close: { method: "POST", path: "/support/sessions/:id/close" },
  rate: { method: "POST", path: "/support/sessions/:id/satisfaction" },
  attach: { method: "POST", path: "/support/sessions/:id/attachments", idempotent: true },
  attachment: { method: "GET", path: "/support/sessions/:id/attachments/:attachmentId" },
  contact: { method: "POST", path: "/chatbot/contact", idempotent: true },
  address: { method: "GET", path: "/chatbot/contact" },
};

export const supportStaffEndpoints: Endpoints<typeof supportStaffRoutes> = {
  sessions: { method: "GET", path: "/support/admin/sessions" },
  session: { method: "GET", path: "/support/admin/sessions/:id" },
  claim: { method: "POST", path: "/support/admin/sessions/:id/claim" },
  release: { method: "POST", path: "/support/admin/sessions/:id/release" },
  addNote: { method: "POST", path: "/support/admin/sessions/:id/notes", idempotent: true },
  tiles: { method: "GET", path: "/support/admin/summary" },
  presence: { method: "POST", path: "/support/admin/presence" },
  cannedReplies: { method: "GET", path: "/support/admin/canned-replies" },
  createReply: { method: "POST", path: "/support/admin/canned-replies", idempotent: true },
  updateReply: { method: "PUT", path: "/support/admin/canned-replies/:id" },
  removeReply: { method: "DELETE", path: "/support/admin/canned-replies/:id" },
};
