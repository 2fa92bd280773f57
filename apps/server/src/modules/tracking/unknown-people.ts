import type { UnknownPeople } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { joinJob } from "./join-job.ts";
import { readUnknownPeople } from "./read-unknown-people.ts";

/** Changes the choice. Who waits and is to become a customer becomes one by a job. */
export async function chooseUnknownPeople(
  { db, jobs }: Pick<ModuleContext, "db" | "jobs">,
  user: CompanyUser,
  unknownPeople: UnknownPeople,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const before = await readUnknownPeople(tx, companyId);
    if (before === unknownPeople) return;
    await tx
      .insertInto("tracking_settings")
      .values({ company_id: companyId, unknown_people: unknownPeople })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet({ unknown_people: unknownPeople }))
      .execute();
    await recordAudit(tx, user, {
      action: "tracking.changed",
      before: { unknownPeople: before },
      after: { unknownPeople },
    });
    if (unknownPeople === "create")
      await jobs.enqueue(tx, joinJob, { companyId }, { singletonKey: companyId, groupKey: companyId });
  });
}
