import { nextStepSchema, type NextStep, type NextSteps } from "@forestay/contracts";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { readStepEffects } from "./step-effects.ts";
import { defaultSteps, type RecommendedStep } from "./recommendations.ts";

/** The company's next steps, or the product's where it has none of its own. */
export async function readNextSteps(tx: Tx, companyId: string): Promise<NextSteps> {
  const row = await tx
    .selectFrom("recommendation_lists")
    .select(["steps", "updated_at"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (row) {
    const steps = z.array(nextStepSchema).parse(row.steps).map(withWords);
    return { steps, isDefault: false, updatedAt: row.updated_at.toISOString() };
  }
  const steps = defaultSteps.map(({ code, title, detail }) =>
    withWords({ code, title, detail, keywords: [], enabled: true }),
  );
  return { steps, isDefault: true, updatedAt: null };
}

function withWords(step: NextStep): NextSteps["steps"][number] {
  const own = defaultSteps.find(({ code }) => code === step.code);
  const about =
    step.keywords.length > 0 ? `Factors that name ${step.keywords.join(" or ")}` : (own?.about ?? "");
  return { ...step, about, isProductStep: own !== undefined };
}

export async function writeNextSteps(
  db: Database,
  user: CompanyUser,
  steps: readonly NextStep[],
  now: Date,
): Promise<NextSteps> {
  const fields: Record<string, string> = {};
  for (const [index, step] of steps.entries()) {
    if (steps.findIndex(({ code }) => code === step.code) !== index)
      fields[`steps.${index}.code`] = "This code is there twice";
    else if (step.keywords.length === 0 && !defaultSteps.some(({ code }) => code === step.code))
      fields[`steps.${index}.keywords`] = "Say which factors it answers";
  }
  if (Object.keys(fields).length > 0) throw new AppError("validation_failed", { fields });
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await readNextSteps(tx, companyId);
    const row = { steps: JSON.stringify(steps), updated_at: now };
    await tx
      .insertInto("recommendation_lists")
      .values({ company_id: companyId, ...row })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
      .execute();
    await recordAudit(tx, user, {
      action: "recommendations.changed",
      before: asAudited(before.steps),
      after: asAudited(steps),
    });
    return readNextSteps(tx, companyId);
  });
}

/** Forgets the company's own list; the next analysis recommends the product's steps again. */
export async function resetNextSteps(db: Database, user: CompanyUser): Promise<NextSteps> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await readNextSteps(tx, companyId);
    if (before.isDefault) return before;
    await tx.deleteFrom("recommendation_lists").where("company_id", "=", companyId).execute();
    const after = await readNextSteps(tx, companyId);
    await recordAudit(tx, user, {
      action: "recommendations.reset",
      before: asAudited(before.steps),
      after: asAudited(after.steps),
    });
    return after;
  });
}

/** A list in an audit entry: its steps by title, in their order, with those that are off named as such. */
const asAudited = (steps: readonly NextStep[]) => ({
  steps: steps.map(({ title, enabled }) => (enabled ? title : `${title} (off)`)),
});

/** What analyses of the company recommend from. */
export async function readRecommendedSteps(tx: Tx, companyId: string, now: Date): Promise<RecommendedStep[]> {
  const { steps } = await readNextSteps(tx, companyId);
  const effects = await readStepEffects(tx, companyId, now);
  return steps.flatMap(({ code, title, detail, keywords, enabled }) => {
    if (!enabled) return [];
    const measuredEffect = effects.find((effect) => effect.code === code)?.words ?? null;
    return [{ code, title, detail, keywords, measuredEffect }];
  });
}
