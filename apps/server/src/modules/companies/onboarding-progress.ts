import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

export interface OnboardingProgress {
  /** The step that a person has come to. */
  step: string;
  isCompleted: boolean;
}

/** How far a person's onboarding has come; `forUpdate` holds it until the transaction ends. Undefined when they are gone. */
export async function findOnboardingProgress(
  tx: Tx,
  userId: string,
  { forUpdate = false } = {},
): Promise<OnboardingProgress | undefined> {
  const query = tx
    .selectFrom("users")
    .select(["onboarding_step as step", "onboarding_completed_at as completedAt"])
    .where("id", "=", userId);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst();
  return row && { step: row.step, isCompleted: row.completedAt !== null };
}

/** Moves a person on to a step, while onboarding is not over. */
export async function setOnboardingStep(tx: Tx, userId: string, step: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ onboarding_step: step })
    .where("id", "=", userId)
    .where("onboarding_completed_at", "is", null)
    .execute();
}

/** Ends a person's onboarding; false where it is over already. */
export async function completeOnboarding(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const completed = await tx
    .updateTable("users")
    .set({ onboarding_completed_at: now, updated_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .where("onboarding_completed_at", "is", null)
    .executeTakeFirst();
  return completed.numUpdatedRows === 1n;
}
