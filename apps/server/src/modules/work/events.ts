import type { CaseReason, CaseStageValue } from "@forestay/contracts";
import { defineEvent } from "#platform/events/domain-events.ts";

/** Somebody spoke to people in a note. Told in the transaction that wrote it, once for each person and note. */
export const peopleMentioned = defineEvent<{
  companyId: string;
  noteId: string;
  customerId: string;
  customerName: string;
  userIds: string[];
  by: string;
  excerpt: string;
}>("work.mentioned");

/** Somebody gave a task or a risk case to somebody else. */
export const workAssigned = defineEvent<{
  companyId: string;
  what: "task" | "case";
  id: string;
  customerId: string;
  customerName: string;
  userId: string;
  by: string;
  /** The task's own words; of a case its reason. */
  title: string;
  /** `2026-03-01`. */
  dueOn: string | null;
}>("work.assigned");

/** The morning has come on which a task was to be remembered. Told once a task and due day. */
export const taskDue = defineEvent<{
  companyId: string;
  taskId: string;
  customerId: string;
  customerName: string;
  userId: string;
  title: string;
  /** `2026-03-01`. */
  dueOn: string;
}>("work.task_due");

/** A risk case came into a stage: its first (`from` is null), another, its last, or one of before because it was opened again. */
export const caseMoved = defineEvent<{
  companyId: string;
  caseId: string;
  customerId: string;
  from: CaseStageValue | null;
  to: CaseStageValue;
  reason: CaseReason;
  /** Of the case after it: a move is told once. */
  version: number;
  /** ISO. */
  at: string;
}>("work.case_moved");
