import { formatDate } from "@forestay/contracts/words";
import { z } from "zod";
import { peopleMentioned, taskDue, workAssigned } from "#modules/work/index.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { tellOnce, TELLING } from "../tell-once.ts";

const concerned = { companyId: z.uuid(), customerId: z.uuid(), customerName: z.string() };

const link = (customerId: string) => ({
  actionUrl: `/customers/${customerId}` as const,
  actionText: "View customer",
});
/** A day without its hour is the same day everywhere. */
const dayWords = (day: string) => formatDate(`${day}T12:00:00Z`, "UTC", "medium");

export const tellMentioned = defineJob({
  name: "notifications.tell-mentioned",
  schema: z.object({
    ...concerned,
    noteId: z.uuid(),
    userIds: z.array(z.uuid()),
    by: z.string(),
    excerpt: z.string(),
  }),
  ...TELLING,
  handler(run) {
    const { by, userIds, noteId, customerId, customerName, excerpt } = run.payload;
    return tellOnce(run, {
      recipients: { userIds },
      kind: "mentioned",
      type: "Info",
      title: `${by} mentioned you`,
      message: `${customerName}: ${excerpt}`,
      dedupeKey: `note:${noteId}`,
      ...link(customerId),
    });
  },
});

export const tellAssigned = defineJob({
  name: "notifications.tell-assigned",
  schema: z.object({
    ...concerned,
    what: z.enum(["task", "case"]),
    id: z.uuid(),
    userId: z.uuid(),
    by: z.string(),
    title: z.string(),
    dueOn: z.string().nullable(),
  }),
  ...TELLING,
  handler(run) {
    const { what, id, userId, by, title, dueOn, customerId, customerName } = run.payload;
    const due = dueOn === null ? "" : `, due ${dayWords(dueOn)}`;
    return tellOnce(run, {
      recipients: { userIds: [userId] },
      kind: "task_assigned",
      type: "Info",
      title: what === "task" ? `${by} gave you a task` : `${by} gave you a risk case`,
      message: `${customerName}: ${title}${due}.`,
      dedupeKey: `${what}:${id}`,
      ...link(customerId),
    });
  },
});

export const tellTaskDue = defineJob({
  name: "notifications.tell-task-due",
  schema: z.object({
    ...concerned,
    taskId: z.uuid(),
    userId: z.uuid(),
    title: z.string(),
    dueOn: z.string(),
  }),
  ...TELLING,
  handler(run) {
    const { taskId, userId, title, dueOn, customerId, customerName } = run.payload;
    return tellOnce(run, {
      recipients: { userIds: [userId] },
      kind: "task_due",
      type: "Info",
      title: `Due ${dayWords(dueOn)}: ${title}`,
      message: `A task for ${customerName}.`,
      dedupeKey: `task-due:${taskId}`,
      ...link(customerId),
    });
  },
});

export const workNews = [
  later(peopleMentioned, tellMentioned),
  later(workAssigned, tellAssigned),
  later(taskDue, tellTaskDue),
];
