import {
  criteriaLines,
  valuesOf,
  type CriteriaNode,
  type SegmentUse,
  type Tag,
  type tagRename,
  type TagUses,
} from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { countOwnViews, sharedViewRules } from "#modules/customer-views/index.ts";
import { customersMarked, deleteTag, listTags, renameTag } from "#modules/customers/index.ts";
import { campaignsSaying, listSegmentRules } from "#modules/segments/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";

/**
 * Renames a tag on every customer. Throws `validation_failed` for a name that is another tag's, `conflict` where it is not called
 * `from` any more.
 */
export async function changeTagName(
  db: Database,
  user: CompanyUser,
  id: string,
  { name, from }: z.output<typeof tagRename>,
): Promise<Tag> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const tags = await listTags(tx, companyId);
    const before = requireTag(tags, id);
    if (from !== undefined && before.name !== from) throw renamedMeanwhile(before.name);
    if (tags.some((tag) => tag.id !== id && tag.name.toLowerCase() === name.toLowerCase()))
      throw new AppError("validation_failed", { fields: { name: "Another tag has this name" } });
    if (before.name === name) return before;
    if (!(await renameTag(tx, companyId, id, { from: before.name, to: name }))) {
      throw renamedMeanwhile(requireTag(await listTags(tx, companyId), id).name);
    }
    await recordAudit(tx, user, {
      action: "tag.renamed",
      target: name,
      targetId: id,
      before: { name: before.name },
      after: { name },
    });
    await publishEvent(tx, { companyId }, "work_changed", { customerId: null });
    return { id, name };
  });
}

/** Deletes a tag and takes it off every customer. Throws `invalid_state` that names what asks for it. */
export async function removeTagEverywhere(
  { db, events }: Pick<ModuleContext, "db" | "events">,
  user: CompanyUser,
  id: string,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const tag = requireTag(await listTags(tx, companyId), id);
    const users = await usersOfTag(tx, companyId, id);
    if (users.length > 0)
      throw new AppError("invalid_state", {
        message: `'${tag.name}' cannot be deleted: ${users.join(", ")} ${users.length === 1 ? "uses" : "use"} it.`,
      });
    await deleteTag(tx, companyId, id);
    await events.emit(tx, customersMarked, { companyId });
    await recordAudit(tx, user, { action: "tag.deleted", target: tag.name, targetId: id });
    await publishEvent(tx, { companyId }, "work_changed", { customerId: null });
  });
}

const renamedMeanwhile = (name: string) =>
  new AppError("conflict", {
    message: `This tag is called '${name}' meanwhile. Look at it before you rename it.`,
  });

function requireTag(tags: readonly Tag[], id: string): Tag {
  const tag = tags.find((one) => one.id === id);
  if (!tag) throw new AppError("not_found", { message: "This tag does not exist." });
  return tag;
}

/** What asks for a tag. Throws `not_found`. */
export async function readTagUses(db: Database, companyId: string, id: string): Promise<TagUses> {
  return withTenant(db, companyId, async (tx) => {
    requireTag(await listTags(tx, companyId), id);
    const uses = (kind: SegmentUse["kind"], all: readonly { id: string; name: string }[]) =>
      all.map((one) => ({ kind, id: one.id, name: one.name }));
    const asks = ({ criteria }: { criteria: readonly CriteriaNode[] }) => asksForTag(criteria, id);
    return {
      usedBy: [
        ...uses("segment", (await listSegmentRules(tx, companyId)).filter(asks)),
        ...uses("view", (await sharedViewRules(tx, companyId)).filter(asks)),
        ...uses("campaign", await campaignsSaying(tx, companyId, id)),
      ],
      ownViews: await countOwnViews(tx, companyId, (criteria) => asksForTag(criteria, id)),
    };
  });
}

/** Segments, the team's views and campaigns that are not over whose rules ask for a tag, as a sentence names them. */
async function usersOfTag(tx: Tx, companyId: string, id: string): Promise<string[]> {
  const rules = [...(await listSegmentRules(tx, companyId)), ...(await sharedViewRules(tx, companyId))];
  const campaigns = await campaignsSaying(tx, companyId, id);
  return [
    ...rules.filter(({ criteria }) => asksForTag(criteria, id)).map(({ name }) => `'${name}'`),
    ...campaigns.map(({ name }) => `the campaign '${name}'`),
  ];
}

const asksForTag = (criteria: readonly CriteriaNode[], id: string) =>
  criteriaLines(criteria).some(
    ({ criterion }) => criterion.field === "tags" && valuesOf(criterion).includes(id),
  );
