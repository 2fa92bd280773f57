import { typeToConfirm } from "@forestay/contracts/words";
import { recordAudit } from "#modules/audit/index.ts";
import { addTimelineEntry, customersWritten, keepMergedIdentity } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockPair, mergePair, requireMergeable, type MergedPair } from "./merge-pair.ts";

/**
 * Merges a customer into another, in one transaction: what is the other's becomes the kept one's, and what it was known by
 * leads there from then on. Done already, it changes nothing. Throws `validation_failed` where the name of the one that goes
 * was not typed, `invalid_state` in words where the two cannot be merged, `not_found`.
 */
export async function mergeCustomers(
  { db, clock, events }: Pick<ModuleContext, "db" | "clock" | "events">,
  user: CompanyUser,
  pair: MergedPair,
  typedName: string,
): Promise<void> {
  const { companyId } = user;
  await withTenantClient(db, companyId, async (handles) => {
    const { tx } = handles;
    const known = await lockPair(handles, companyId, pair);
    if (known === null) return;
    const { kept, other } = known;
    if (typedName !== other.name.trim())
      throw new AppError("validation_failed", { fields: { typedName: typeToConfirm(other.name.trim()) } });
    await requireMergeable(tx, companyId, pair);
    const now = clock.now();
    await mergePair(handles, companyId, pair, now);
    await keepMergedIdentity(tx, user, {
      keptId: pair.keptId,
      mergedId: pair.otherId,
      merged: other,
      at: now,
    });
    await addTimelineEntry(tx, companyId, {
      customerId: pair.keptId,
      type: "merged",
      title: `Merged with ${other.name.slice(0, LONGEST_NAME)}`,
      actor: user,
      occurredAt: now,
      data: {},
    });
    await recordAudit(tx, user, {
      action: "customer.merged",
      target: kept.name,
      targetId: pair.keptId,
      after: { merged: other.name, mergedId: pair.otherId },
    });
    await events.emit(tx, customersWritten, { companyId });
    for (const customerId of [pair.keptId, pair.otherId])
      await publishEvent(tx, { companyId }, "work_changed", { customerId });
  });
}

/** Of characters: a title of the timeline has no more than 300. */
const LONGEST_NAME = 250;
