import { z } from "zod";
import { riskLevelSchema } from "../scoring/schemas.ts";
import { daySchema, timestamp } from "../shapes.ts";

/** One of the company's people, as a row names them. */
export const staffSchema = z.object({ userId: z.uuid(), name: z.string() });
export type Staff = z.infer<typeof staffSchema>;

/** Text over several lines, without what no keyboard writes. */
const proseSchema = (maxLength: number) => z.string().trim().max(maxLength);

export const noteInput = z.object({
  body: proseSchema(5000).min(1, "Write something"),
  /** People whom the text speaks to, "@Ana Duarte": each is told. */
  mentionedUserIds: z.array(z.uuid()).max(20).default([]),
});
export type NoteInput = z.input<typeof noteInput>;

export const noteUpdate = noteInput.extend({
  /** The version that was changed: who saves over another change of it is told first. */
  version: z.number().int(),
});

export const noteSchema = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  body: z.string(),
  mentioned: z.array(staffSchema),
  /** Who wrote it; the id is null for a program, and for a person who is gone. */
  author: z.object({ userId: z.uuid().nullable(), name: z.string() }),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  version: z.number().int(),
});
export type Note = z.infer<typeof noteSchema>;

/** The customer a task or a case is about, as its row shows it. */
export const concernedCustomerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  churnRiskScore: z.number().int().nullable(),
  churnRiskLevel: riskLevelSchema.nullable(),
});

export const taskInput = z.object({
  title: proseSchema(200).min(1, "Say what is to be done"),
  assigneeUserId: z.uuid().nullable().default(null),
  /** A day of the company's zone. */
  dueOn: daySchema.nullable().default(null),
  /** The morning of so many days before the due day; null: no reminder. */
  remindDaysBefore: z.number().int().min(0).max(30).nullable().default(null),
});
export const taskAddition = taskInput.extend({
  /** Where the customer has an open task that says the same, that one is the answer. */
  unlessOpen: z.boolean().default(false),
});
export type TaskInput = z.input<typeof taskInput>;
export type TaskAddition = z.input<typeof taskAddition>;

export const taskUpdate = taskInput.extend({
  isDone: z.boolean(),
  /** The version that was changed: who saves over somebody else's change is told first. */
  version: z.number().int(),
});

export const taskSchema = z.object({
  id: z.uuid(),
  customer: concernedCustomerSchema,
  title: z.string(),
  assignee: staffSchema.nullable(),
  dueOn: daySchema.nullable(),
  remindDaysBefore: z.number().int().nullable(),
  /** Open, and its day is over in the company's zone. */
  isOverdue: z.boolean(),
  isDueToday: z.boolean(),
  doneAt: timestamp.nullable(),
  doneBy: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  version: z.number().int(),
});
export type Task = z.infer<typeof taskSchema>;
