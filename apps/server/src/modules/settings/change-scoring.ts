import { isSameChurnRule, type scoringSettingsSchema } from "@forestay/contracts";
import type { z } from "zod";
import {
  churnRuleOf,
  readEditableScoring,
  retrainForChurnRule,
  writeEditableScoring,
} from "#modules/analyses/index.ts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { tellCompanyChanged } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { relevelJob } from "./relevel-job.ts";

type Scoring = z.output<typeof scoringSettingsSchema>;

/**
 * Changes how a company's customers are scored, whichever screen asks: one audit entry of what changed, every customer's
 * level anew where the bands moved, a training where what is predicted is another question. Returns what stands then.
 */
export async function changeScoring(
  tx: Tx,
  { jobs, clock }: Pick<ModuleContext, "jobs" | "clock">,
  user: SignedInUser & { companyId: string },
  change: Partial<Scoring>,
): Promise<Scoring> {
  const { companyId } = user;
  const before = await readEditableScoring(tx, companyId);
  const after = await writeEditableScoring(tx, companyId, { ...before, ...change });
  const changes = changesOf(before, after);
  if (!changes) return after;
  await recordAudit(tx, user, { action: "company.scoring_changed", ...changes });
  await tellCompanyChanged(tx, companyId);
  if ("riskBands" in changes.after)
    await jobs.enqueue(tx, relevelJob, { companyId }, { groupKey: companyId });
  const isSameQuestion =
    isSameChurnRule(churnRuleOf(before), churnRuleOf(after)) &&
    before.trueLeavingShare === after.trueLeavingShare;
  if (!isSameQuestion) await retrainForChurnRule(tx, { jobs, clock }, companyId);
  return after;
}
