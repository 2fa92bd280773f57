import type { Tag } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import {
  customersMarked,
  ensureTag,
  listTags,
  MOST_TAGS,
  readCustomerNames,
  tagCustomers,
  untagCustomers,
} from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "events">;

/** Tags a customer; a tag that it has stays, one that nobody has used is made. */
export async function addTag(
  { db, clock, events }: Context,
  user: CompanyUser,
  customerId: string,
  name: string,
): Promise<Tag> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const target = await requireName(tx, companyId, customerId);
    const tag = await ensureTag(tx, companyId, name, { actor: user, at: clock.now() });
    if (tag === null)
      throw new AppError("invalid_state", {
        message: `There are ${MOST_TAGS} tags already: delete one that nobody needs first.`,
      });
    const added = await tagCustomers(tx, companyId, tag.id, [customerId], clock.now());
    if (added.length > 0) {
      await recordAudit(tx, user, {
        action: "customer.tagged",
        target,
        targetId: customerId,
        after: { tag: tag.name },
      });
      await events.emit(tx, customersMarked, { companyId });
      await publishEvent(tx, { companyId }, "work_changed", { customerId });
    }
    return tag;
  });
}

/** Takes a tag off a customer; one that it does not have is off already. */
export async function removeTag(
  { db, events }: Context,
  user: CompanyUser,
  customerId: string,
  tagId: string,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const target = await requireName(tx, companyId, customerId);
    const tag = (await listTags(tx, companyId)).find(({ id }) => id === tagId);
    if (!tag) throw new AppError("not_found", { message: "This tag does not exist." });
    const removed = await untagCustomers(tx, companyId, tagId, [customerId]);
    if (removed.length === 0) return;
    await recordAudit(tx, user, {
      action: "customer.untagged",
      target,
      targetId: customerId,
      before: { tag: tag.name },
    });
    await events.emit(tx, customersMarked, { companyId });
    await publishEvent(tx, { companyId }, "work_changed", { customerId });
  });
}

async function requireName(tx: Tx, companyId: string, customerId: string): Promise<string> {
  const customer = (await readCustomerNames(tx, companyId, [customerId])).get(customerId);
  if (!customer) throw new AppError("not_found", { message: "This customer does not exist." });
  return customer.name;
}
