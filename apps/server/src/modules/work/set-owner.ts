import type { Staff } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { customersMarked, setOwners } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readPeople, requireCustomer, requirePeople } from "./people.ts";

/** Says who looks after a customer; null: nobody. */
export async function setOwner(
  { db, clock, events }: Pick<ModuleContext, "db" | "clock" | "events">,
  user: CompanyUser,
  customerId: string,
  userId: string | null,
): Promise<{ owner: Staff | null }> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    await requirePeople(tx, companyId, [userId], "userId");
    const person = await readPeople(tx, companyId);
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
