import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { audienceKinds } from "./vocabulary.ts";

/** An audience as it is kept in a connected system. */
export const keptAudienceSchema = z.object({
  id: z.uuid(),
  kind: z.enum(audienceKinds),
  /** The segment or campaign. */
  subjectId: z.uuid(),
  name: z.string(),
  /** The list there in which it is kept. */
  listName: z.string(),
  /** What it is called there. */
  tag: z.string(),
  /** Who is in it there. */
  members: z.number().int(),
  /** Who is a member there and belongs in it, and could not be put in. */
  failed: z.number().int(),
  /** When it was last looked through to the end; null: never. */
  keptAt: timestamp.nullable(),
  /** What a person has to do first, in words; null: nothing. */
  problem: z.string().nullable(),
});
export type KeptAudience = z.infer<typeof keptAudienceSchema>;

export const audiencesSchema = z.object({
  items: z.array(keptAudienceSchema),
  /** What an audience can be made of. */
  choices: z.array(z.object({ kind: z.enum(audienceKinds), id: z.uuid(), name: z.string() })),
});
export type Audiences = z.infer<typeof audiencesSchema>;

export const audienceListsSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const keepAudienceBody = z.object({
  kind: z.enum(audienceKinds),
  subjectId: z.uuid(),
  listId: z.string().min(1).max(100),
});

export const leftOutSchema = z.object({
  sourceId: z.string(),
  customerId: z.uuid().nullable(),
  label: z.string(),
  reason: z.string(),
  at: timestamp,
});
export type LeftOut = z.infer<typeof leftOutSchema>;
