import type { StepTaken } from "../next-steps/schemas.ts";

/** What to do with a customer next; where every step was taken, the last of them; null where there is none. */
export function nextStepWords(next: string | null | undefined, taken: StepTaken | null): string | null {
  return next ?? (taken === null ? null : `Done: ${taken.title}`);
}

/** What a task of a next step says; of who has no step left: to ask. */
export function stepTaskTitle(next: string | undefined): string {
  return next ?? "Call";
}
