import {
  cancelFlowSchema,
  defaultCancelFlow,
  type CancelFlow,
  type CancelFlowSaved,
} from "@forestay/contracts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";

type Context = Pick<ModuleContext, "db" | "clock">;

/** The flow as it was saved, or the one that comes with the product, which is off. */
export async function readFlow(tx: Tx, companyId: string): Promise<CancelFlowSaved> {
  const row = await tx
    .selectFrom("cancel_flows")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row === undefined
    ? { flow: defaultCancelFlow, savedBy: null, savedAt: null }
    : {
        flow: cancelFlowSchema.parse(row.document),
        savedBy: row.saved_by,
        savedAt: row.saved_at.toISOString(),
      };
}

export const getFlow = ({ db }: Context, companyId: string): Promise<CancelFlowSaved> =>
  withTenant(db, companyId, (tx) => readFlow(tx, companyId));

/** Saves it; whoever is in the middle of it is asked and offered by it from their next step on. */
export async function saveFlow(
  { db, clock }: Context,
  user: CompanyUser,
  flow: CancelFlow,
): Promise<CancelFlowSaved> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await readFlow(tx, companyId);
    const values = {
      document: JSON.stringify(flow),
      saved_at: clock.now(),
      ...actorColumns("saved_by", user),
    };
    await tx
      .insertInto("cancel_flows")
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
      .execute();
    const changes = changesOf({ ...before.flow }, { ...flow });
    if (changes !== null)
      await recordAudit(tx, user, { action: "cancel_flow.saved", target: "Cancel flow", ...changes });
    return readFlow(tx, companyId);
  });
}
