import { z } from "zod";
import { listOf, MAX_PAGE_SIZE, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { customerKeepingSchema, workSummarySchema } from "./overview-schemas.ts";
import {
  noteInput,
  noteSchema,
  noteUpdate,
  staffSchema,
  taskAddition,
  taskSchema,
  taskUpdate,
} from "./schemas.ts";
import { NOTES_PAGE_SIZE, TASKS_PAGE_SIZE, taskStates, workScopes } from "./vocabulary.ts";

/** Ids in an address, separated by commas. */
const idsParam = z
  .string()
  .max(37 * MAX_PAGE_SIZE)
  .transform((text) => text.split(","))
  .pipe(z.array(z.uuid()).min(1).max(MAX_PAGE_SIZE));

/** What is deleted only while it is as the caller has seen it; without a version as it stands. */
const versionQuery = z.object({ version: z.coerce.number().int().optional() });

export const workRoutes = {
  keepings: defineRoute({
    method: "GET",
    path: "/work/customers",
    summary: "Owner, tags, segments, open case and the last 30 days' scores of up to 100 customers",
    policy: "customers:read",
    query: z.object({ customerIds: idsParam }),
    response: z.object({ items: z.array(customerKeepingSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  setOwner: defineRoute({
    method: "PUT",
    path: "/customers/:id/owner",
    summary: "Say who of the company's people looks after a customer; null: nobody",
    policy: "customers:write",
    params: idParams,
    body: z.object({
      userId: z.uuid().nullable(),
      /** Who it was when this was chosen; where it is another one by now, nothing is changed. Left out: whoever it is. */
      before: z.uuid().nullable().optional(),
    }),
    response: z.object({ owner: staffSchema.nullable() }),
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  listNotes: defineRoute({
    method: "GET",
    path: "/customers/:id/notes",
    summary: "Notes on a customer, newest first",
    policy: "customers:read",
    params: idParams,
    query: z.object(pageQuery(NOTES_PAGE_SIZE)),
    response: listOf(noteSchema),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  addNote: defineRoute({
    method: "POST",
    path: "/customers/:id/notes",
    summary: "Write a note; everybody it mentions is told",
    policy: "customers:write",
    params: idParams,
    body: noteInput,
    response: noteSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    tags: ["Customers"],
  }),
  changeNote: defineRoute({
    method: "PUT",
    path: "/notes/:id",
    summary: "Change a note of one's own; who is newly mentioned is told",
    policy: "customers:write",
    params: idParams,
    body: noteUpdate,
    response: noteSchema,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  deleteNote: defineRoute({
    method: "DELETE",
    path: "/notes/:id",
    summary: "Delete a note: its author, or an Owner of the company",
    policy: "customers:write",
    params: idParams,
    query: versionQuery,
    response: emptyResponse,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  listTasks: defineRoute({
    method: "GET",
    path: "/tasks",
    summary:
      "Tasks of one person, of everybody, or of one customer: open ones by due day, done ones newest first",
    policy: "customers:read",
    query: z.object({
      ...pageQuery(TASKS_PAGE_SIZE),
      scope: z.enum(workScopes).default("team"),
      state: z.enum(taskStates).default("open"),
      customerId: z.uuid().optional(),
      /** Part of what is to be done. */
      search: z.string().max(200).optional(),
    }),
    response: listOf(taskSchema),
    rateLimit: "read",
    tags: ["Work"],
  }),
  addTask: defineRoute({
    method: "POST",
    path: "/customers/:id/tasks",
    summary: "Add a task; whose it is is told, and reminded on the morning that was chosen",
    policy: "customers:write",
    params: idParams,
    body: taskAddition,
    response: taskSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    tags: ["Work"],
  }),
  changeTask: defineRoute({
    method: "PUT",
    path: "/tasks/:id",
    summary: "Change a task, do it, or open it again",
    policy: "customers:write",
    params: idParams,
    body: taskUpdate,
    response: taskSchema,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Work"],
  }),
  deleteTask: defineRoute({
    method: "DELETE",
    path: "/tasks/:id",
    summary: "Delete a task",
    policy: "customers:write",
    params: idParams,
    query: versionQuery,
    response: emptyResponse,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Work"],
  }),
  summary: defineRoute({
    method: "GET",
    path: "/work/summary",
    summary: "What waits for the signed-in person: overdue, due today, open tasks and cases",
    policy: "customers:read",
    response: workSummarySchema,
    rateLimit: "read",
    peopleOnly: true,
    tags: ["Work"],
  }),
};
