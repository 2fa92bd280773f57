import { customer } from "./customers.ts";

/** An open task of nobody's. */
export const quietTask = {
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d701",
  customer: { id: customer().id, name: "Talia Alvarez", churnRiskScore: 61, churnRiskLevel: 3 as const },
  title: "Ask why they went quiet",
  assignee: null,
  dueOn: null,
  remindDaysBefore: null,
  isOverdue: false,
  isDueToday: false,
  doneAt: null,
  doneBy: null,
  createdBy: "Maya Okafor",
  createdAt: "2026-11-20T09:00:00.000Z",
  version: 1,
};
