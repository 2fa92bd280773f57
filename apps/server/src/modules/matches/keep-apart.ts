import type { AuditAction } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { askPairAgain, keepPairApart, type NamedPair } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
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
    if (kept !== null) await recordOfBoth(tx, user, "customer.kept_apart", kept);
  });
}

/** Takes back that the two of a pair are two: they are asked about again. Where they are, it changes nothing. Throws `not_found`. */
export async function takeBackApart(
  { db }: Pick<ModuleContext, "db">,
  user: CompanyUser,
  id: string,
): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    const asked = await askPairAgain(tx, user.companyId, id);
    if (asked !== null) await recordOfBoth(tx, user, "customer.kept_apart_taken_back", asked);
  });
}

/** An entry of each: who is erased later is found, and blanked, by their own. */
async function recordOfBoth(
  tx: Tx,
  user: CompanyUser,
  action: AuditAction,
  { names, ids }: NamedPair,
): Promise<void> {
  for (const at of [0, 1] as const)
    await recordAudit(tx, user, {
      action,
      target: names[at],
      targetId: ids[at],
      after: { otherId: ids[1 - at] },
    });
}
