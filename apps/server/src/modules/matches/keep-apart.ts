import { recordAudit } from "#modules/audit/index.ts";
import { keepPairApart } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Keeps that the two of a pair are two; the same again changes nothing. Throws `not_found`. */
export async function keepApart(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  id: string,
): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    const kept = await keepPairApart(tx, user, id, clock.now());
    if (kept === null) return;
    const { names, ids } = kept;
    // An entry of each: who is erased later is found, and blanked, by their own.
    for (const at of [0, 1] as const)
      await recordAudit(tx, user, {
        action: "customer.kept_apart",
        target: names[at],
        targetId: ids[at],
        after: { otherId: ids[1 - at] },
      });
  });
}
