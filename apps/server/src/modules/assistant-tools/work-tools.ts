import { noteInput, noteSchema, tagNameSchema, tagSchema, taskInput, taskSchema } from "@forestay/contracts";
import { z } from "zod";
import { addTag } from "#modules/tags/index.ts";
import { addNote, addTask, listNotes } from "#modules/work/index.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const customerId = z.uuid().describe("Our id of the customer, as other tools answer it");

const note = noteSchema
  .pick({ id: true, customerId: true, body: true, createdAt: true })
  .extend({ author: z.string() });

export const workTools = [
  defineTool({
    name: "list_notes",
    title: "List notes on a customer",
    description: "What the company's people wrote of a customer, newest first. Long notes are cut.",
    group: "work",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ customerId, limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS) }),
    output: z.object({ notes: z.array(note), totalCount: z.number() }),
    async run({ db }, { companyId }, { customerId: of, limit }) {
      const found = await listNotes(db, companyId, of, { page: 1, pageSize: limit });
      return { ...found, notes: found.items.map((one) => ({ ...one, author: one.author.name })) };
    },
  }),
  defineTool({
    name: "add_note",
    title: "Add a note",
    description:
      "Writes a note on a customer, which everybody of the company can read. It is in the name of the API key.",
    group: "work",
    policy: "customers:write",
    readOnly: false,
    input: z.object({ customerId, body: noteInput.shape.body }),
    output: note,
    async run(context, user, { customerId: of, body }) {
      const added = await addNote(context, user, of, { body, mentionedUserIds: [] });
      return { ...added, author: added.author.name };
    },
  }),
  defineTool({
    name: "add_task",
    title: "Add a task",
    description: "Adds a task about a customer, for nobody in particular, with a due day where one is given.",
    group: "work",
    policy: "customers:write",
    readOnly: false,
    input: z.object({
      customerId,
      title: taskInput.shape.title,
      dueOn: taskInput.shape.dueOn.describe("A day of the company's zone, like 2026-03-31"),
    }),
    output: taskSchema
      .pick({ id: true, title: true, dueOn: true, createdAt: true })
      .extend({ customerId: z.uuid() }),
    async run(context, user, { customerId: of, ...task }) {
      const added = await addTask(context, user, of, {
        ...task,
        assigneeUserId: null,
        remindDaysBefore: null,
      });
      return { ...added, customerId: added.customer.id };
    },
  }),
  defineTool({
    name: "tag_customer",
    title: "Tag a customer",
    description: "Gives a customer a tag; one that nobody has used before is made, one that it has stays.",
    group: "work",
    policy: "customers:write",
    readOnly: false,
    input: z.object({ customerId, tag: tagNameSchema }),
    output: tagSchema,
    run: (context, user, { customerId: of, tag }) => addTag(context, user, of, tag),
  }),
];
