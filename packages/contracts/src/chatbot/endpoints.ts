import type { Endpoints } from "../endpoint.ts";
import type { chatbotRoutes } from "./routes.ts";

export const chatbotEndpoints: Endpoints<typeof chatbotRoutes> = {
  send: { method: "POST", path: "/chatbot/send" },
  history: { method: "GET", path: "/chatbot/history/:conversationId" },
  conversations: { method: "GET", path: "/chatbot/conversations" },
  rename: { method: "PUT", path: "/chatbot/conversations/:id" },
  markRead: { method: "POST", path: "/chatbot/conversations/:id/read" },
  remove: { method: "DELETE", path: "/chatbot/conversations/:id" },
  restore: { method: "POST", path: "/chatbot/conversations/:id/restore" },
  clear: { method: "DELETE", path: "/chatbot/conversations/:id/messages" },
  forget: { method: "DELETE", path: "/chatbot/conversations/:id/remembered/:kind" },
  model: { method: "GET", path: "/chatbot/model" },
  setModel: { method: "PUT", path: "/chatbot/model" },
};
