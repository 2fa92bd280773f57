import {
  defaultRecoveryPolicy,
  defaultSequencesOf,
  recoveryPolicySchema,
  TRIES_DAYS,
  type RecoveryPolicies,
  type RecoveryPolicy,
} from "@forestay/contracts";
import type { RetryPolicy } from "@forestay/metrics";
import { sql, type Selectable } from "kysely";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns, readCompanySettings } from "#modules/companies/index.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { planEveryCaseAnew } from "./look-at.ts";

type Context = Pick<ModuleContext, "db" | "clock">;
type PolicyRow = Selectable<DB["recovery_policies"]>;

/** The policy that a company follows: the one it put into use, else the one that comes with the product (version 0). */
export async function readPolicyInUse(
  tx: Tx,
  companyId: string,
): Promise<{ version: number; policy: RecoveryPolicy; since: Date | null }> {
  const row = await tx
    .selectFrom("recovery_policies")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("state", "=", "in_use")
    .executeTakeFirst();
  if (row === undefined) {
    const settings = await tx
      .selectFrom("recovery_settings")
      .select("tells_end")
      .where("company_id", "=", companyId)
      .executeTakeFirst();
    const sequences = defaultSequencesOf(defaultRecoveryPolicy.graceDays, settings?.tells_end ?? true);
    return { version: 0, policy: { ...defaultRecoveryPolicy, sequences }, since: null };
  }
  return { version: row.version, policy: policyOf(row), since: row.used_from };
}

/** As the schedule reads it. */
export const retryPolicyOf = (policy: RecoveryPolicy): RetryPolicy => ({
  softHours: policy.softHours,
  technicalHours: policy.technicalHours,
  tries: policy.tries,
  triesWithinDays: TRIES_DAYS,
  window: { fromHour: policy.fromHour, untilHour: policy.untilHour },
  payDayWithinDays: policy.payDayWithinDays,
  endsAfterDays: policy.graceDays,
});

const policyOf = (row: PolicyRow) => recoveryPolicySchema.parse(row.document);

/** The policy in use, the draft, and every version that was in use. */
export async function readPolicies({ db }: Context, companyId: string): Promise<RecoveryPolicies> {
  return withTenant(db, companyId, (tx) => policiesOf(tx, companyId));
}

async function policiesOf(tx: Tx, companyId: string): Promise<RecoveryPolicies> {
  const rows = await tx
    .selectFrom("recovery_policies")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("version", "desc")
    .execute();
  const inUse = await readPolicyInUse(tx, companyId);
  const draft = rows.find(({ state }) => state === "draft");
  const { rows: plans } = await sql<{ plan: string }>`
    select distinct plan from recovery_cases where company_id = ${companyId} and plan is not null order by plan limit 200`.execute(
    tx,
  );
  const { currency } = await readCompanySettings(tx, companyId);
  return {
    inUse: { ...inUse, since: inUse.since?.toISOString() ?? null },
    draft:
      draft === undefined
        ? null
        : {
            version: draft.version,
            policy: policyOf(draft),
            savedBy: draft.saved_by,
            savedAt: draft.saved_at.toISOString(),
          },
    versions: rows.flatMap(({ version, saved_by, saved_at, used_from, used_until }) =>
      used_from === null
        ? []
        : {
            version,
            savedBy: saved_by,
            savedAt: saved_at.toISOString(),
            usedFrom: used_from.toISOString(),
            usedUntil: used_until?.toISOString() ?? null,
          },
    ),
    plans: plans.map(({ plan }) => plan),
    currency,
  };
}

/** Saves the draft, of which a company has one; nothing follows it yet. */
export async function saveDraft(
  { db, clock }: Context,
  user: CompanyUser,
  policy: RecoveryPolicy,
): Promise<RecoveryPolicies> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    await lockPolicies(tx, companyId);
    const { draft, versions, inUse } = await policiesOf(tx, companyId);
    const version = draft?.version ?? (versions[0]?.version ?? 0) + 1;
    const columns = {
      document: JSON.stringify(policy),
      saved_at: clock.now(),
      ...actorColumns("saved_by", user),
    };
    await tx
      .insertInto("recovery_policies")
      .values({ company_id: companyId, version, state: "draft", ...columns })
      .onConflict((conflict) => conflict.columns(["company_id", "version"]).doUpdateSet(columns))
      .execute();
    const changes = changesOf({ ...(draft?.policy ?? inUse.policy) }, { ...policy });
    await recordAudit(tx, user, {
      action: "recovery.policy_saved",
      target: `Version ${version}`,
      ...changes,
    });
    return policiesOf(tx, companyId);
  });
}

/** Puts the draft into use from now on. Throws `invalid_state` where there is none. */
export async function usePolicy({ db, clock }: Context, user: CompanyUser): Promise<RecoveryPolicies> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    await lockPolicies(tx, companyId);
    const { draft } = await policiesOf(tx, companyId);
    if (draft === null)
      throw new AppError("invalid_state", {
        message: "There is no draft: change something and save it first.",
      });
    await tx
      .updateTable("recovery_policies")
      .set({ state: "past", used_until: now })
      .where("company_id", "=", companyId)
      .where("state", "=", "in_use")
      .execute();
    await tx
      .updateTable("recovery_policies")
      .set({ state: "in_use", used_from: now })
      .where("company_id", "=", companyId)
      .where("version", "=", draft.version)
      .execute();
    await planEveryCaseAnew(tx, companyId);
    await recordAudit(tx, user, { action: "recovery.policy_used", target: `Version ${draft.version}` });
    await publishEvent(tx, { companyId }, "recovery_changed", {});
    return policiesOf(tx, companyId);
  });
}

/** Two people who save at once wait for each other: each version is of one of them. */
async function lockPolicies(tx: Tx, companyId: string): Promise<void> {
  await lockUntilCommit(tx, advisoryLock.recoveryPolicies, companyId);
}
