import { z } from "zod";
import { nameSchema } from "../names.ts";
import { segmentUseSchema } from "../segments/schemas.ts";

/** A tag as people write it; the same letters in another case are the same tag. */
export const tagNameSchema = nameSchema(40);

/** How a tag is given or renamed. */
export const tagInput = z.object({ name: tagNameSchema });

/** A new name, and the one it was to replace: where the tag is called another way by now, nothing is changed. */
export const tagRename = tagInput.extend({ from: z.string().max(200).optional() });
export const tagSchema = z.object({ id: z.uuid(), name: z.string() });
export type Tag = z.infer<typeof tagSchema>;

export const countedTagSchema = tagSchema.extend({ customerCount: z.number().int() });
export type CountedTag = z.infer<typeof countedTagSchema>;

/** What asks for a tag: it is not deleted while any of them does. */
export const tagUsesSchema = z.object({
  usedBy: z.array(segmentUseSchema),
  /** Views that are people's own, which hold nobody by the tag once it is gone: how many, since what they are is theirs. */
  ownViews: z.number().int(),
});
export type TagUses = z.infer<typeof tagUsesSchema>;
