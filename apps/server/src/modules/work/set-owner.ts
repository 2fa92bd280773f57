import type { Staff } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { customersMarked, lockOwner, setOwners } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readPeople, requireCustomer, requirePeople } from "./people.ts";

/** Says who looks after a customer; null: nobody. Throws `conflict` where it is not `before`'s any more. */
export async function setOwner(
  { db, clock, events }: Pick<ModuleContext, "db" | "clock" | "events">,
  user: CompanyUser,
  customerId: string,
  { userId, before }: { userId: string | null; before?: string | null | undefined },
): Promise<{ owner: Staff | null }> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    await requirePeople(tx, companyId, [userId], "userId");
    const person = await readPeople(tx, companyId);
    const is = await lockOwner(tx, companyId, customerId);
    // Two who chose the same person agree.
    if (before !== undefined && is !== before && is !== userId)
      throw new AppError("conflict", {
        message: `${name} was given to ${person(is)?.name ?? "nobody"} meanwhile. Look at it before you change it.`,
      });
    const [changed] = await setOwners(tx, companyId, [customerId], userId, clock.now());
    if (changed) {
      await recordAudit(tx, user, {
        action: "customer.assigned",
        target: name,
        targetId: customerId,
        before: { owner: person(changed.userId)?.name ?? null },
        after: { owner: person(userId)?.name ?? null },
      });
      await events.emit(tx, customersMarked, { companyId });
      await publishEvent(tx, { companyId }, "work_changed", { customerId });
    }
    return { owner: person(userId) };
  });
}
