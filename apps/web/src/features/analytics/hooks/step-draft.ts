import { nextStepSchema } from "@forestay/contracts/schemas";
import { z } from "zod";
import { ApiError } from "@/lib/api/index.ts";
import { keywordsOf } from "./next-steps.ts";

const { title, detail } = nextStepSchema.shape;

/** A step as it is typed, its keywords as one text; the product's own may leave them empty and keep what it answers. */
export function stepDraft(isProductStep: boolean) {
  return z.object({
    title: z.string().trim().min(1, "Say what to do").pipe(title),
    detail,
    keywords: z
      .string()
      .transform(keywordsOf)
      .refine((words) => isProductStep || words.length > 0, "Say which factors it answers")
      .refine((words) => words.every((word) => word.length > 1), "A word needs two letters or more")
      .refine((words) => words.length <= 20, "At most 20 words"),
  });
}
export type StepEdit = z.infer<ReturnType<typeof stepDraft>>;

/** The list is sent whole: what is refused of the step at this place is said by the names of its own fields. */
export function saidOfStep(error: unknown, place: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const prefix = `steps.${place}.`;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, words]) => [
      path.startsWith(prefix) ? path.slice(prefix.length) : path,
      words,
    ]),
  );
  const { code, message, status, requestId } = error;
  return new ApiError({ code, message, status, requestId, fields });
}
