import { z } from "zod";
import { customerSelectionSchema } from "../customers/schemas.ts";
import { timestamp } from "../shapes.ts";
import { tagNameSchema, tagSchema } from "../tags/schemas.ts";
import { bulkActionStatuses } from "./vocabulary.ts";

/** What is done with each of the chosen customers. */
export const bulkDeedSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tag"), name: tagNameSchema }),
  z.object({ kind: z.literal("untag"), tagId: z.uuid() }),
  z.object({ kind: z.literal("assign"), userId: z.uuid().nullable() }),
]);
export type BulkDeed = z.infer<typeof bulkDeedSchema>;

export const bulkActionInput = z.object({ selection: customerSelectionSchema, deed: bulkDeedSchema });

export const bulkActionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(["tag", "untag", "assign"]),
  /** "Tag as 'Logistics'". */
  words: z.string(),
  /** The tag that is put on or taken off; null of an assignment. */
  tag: tagSchema.nullable(),
  status: z.enum(bulkActionStatuses),
  /** Null until the customers are counted. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  /** Of those done, the ones for whom it changed anything. */
  changed: z.number().int(),
  /** Why it stopped, and how far it came. */
  failure: z.string().nullable(),
  canUndo: z.boolean(),
  /** Of one that stopped: whether it can go on. False where what it needs is gone. */
  canResume: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
/** A customer that an action did not come to. */
export const bulkRestSchema = z.object({ id: z.uuid(), name: z.string() });

export type BulkAction = z.infer<typeof bulkActionSchema>;
