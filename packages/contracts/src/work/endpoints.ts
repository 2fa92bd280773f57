import type { Endpoints } from "../endpoint.ts";
import type { caseRoutes } from "./case-routes.ts";
import type { workRoutes } from "./routes.ts";

export const workEndpoints: Endpoints<typeof workRoutes> = {
  keepings: { method: "GET", path: "/work/customers" },
  setOwner: { method: "PUT", path: "/customers/:id/owner" },
  listNotes: { method: "GET", path: "/customers/:id/notes" },
  addNote: { method: "POST", path: "/customers/:id/notes", idempotent: true },
  changeNote: { method: "PUT", path: "/notes/:id" },
  deleteNote: { method: "DELETE", path: "/notes/:id" },
  listTasks: { method: "GET", path: "/tasks" },
  addTask: { method: "POST", path: "/customers/:id/tasks", idempotent: true },
  changeTask: { method: "PUT", path: "/tasks/:id" },
  deleteTask: { method: "DELETE", path: "/tasks/:id" },
  summary: { method: "GET", path: "/work/summary" },
};

export const caseEndpoints: Endpoints<typeof caseRoutes> = {
  list: { method: "GET", path: "/cases" },
  ofCustomer: { method: "GET", path: "/customers/:id/cases" },
  open: { method: "POST", path: "/customers/:id/cases", idempotent: true },
  change: { method: "PUT", path: "/cases/:id" },
  close: { method: "POST", path: "/cases/:id/close", idempotent: true },
  reopen: { method: "POST", path: "/cases/:id/reopen", idempotent: true },
  outcomes: { method: "GET", path: "/cases/outcomes" },
};
