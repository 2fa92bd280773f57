import type { BulkAction, bulkActionInput } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns, readStaffNames } from "#modules/companies/index.ts";
import { ensureTag, listTags, MOST_TAGS } from "#modules/customers/index.ts";
import { checkSelection } from "#modules/segments/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import {
  changeBulkAction,
  findBulkAction,
  toBulkAction,
  type BulkActionRow,
  type KeptDeed,
} from "./bulk-action-rows.ts";
import { bulkActionJob } from "./run-bulk-action.ts";

type Input = z.output<typeof bulkActionInput>;
type Context = Pick<ModuleContext, "db" | "jobs" | "clock">;

/** Writes down what is to be done with whom, and has a job do it. */
export async function startBulkAction(
  { db, jobs, clock }: Context,
  user: CompanyUser,
  { selection, deed }: Input,
): Promise<BulkAction> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    // A filter that is none is refused here, where the answer is still an error that a person sees.
    await checkSelection(tx, companyId, selection, now);
    const { kept, words } = await keptDeed(tx, user, deed, now);
    const row = await tx
      .insertInto("bulk_actions")
      .values({
        company_id: companyId,
        action: JSON.stringify(kept),
        words,
        selection: JSON.stringify(selection),
        status: "waiting",
        created_at: now,
        ...actorColumns("created_by", user),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "customers.bulk_changed",
      target: words,
      targetId: row.id,
      after: { deed, selection },
    });
    await enqueue(tx, { jobs }, row);
    return toBulkAction(row, now);
  });
}

/** Goes on with an action that stopped. Throws `invalid_state` for one that did not, or cannot. */
export async function resumeBulkAction(
  { db, jobs, clock }: Context,
  user: CompanyUser,
  id: string,
): Promise<BulkAction> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await findBulkAction(tx, companyId, id, { lock: true });
    if (before.status !== "failed")
      throw new AppError("invalid_state", {
        message: "This has not stopped: there is nothing to go on with.",
      });
    if (!before.can_resume)
      throw new AppError("invalid_state", { message: before.failure ?? "This cannot go on." });
    const row = await changeBulkAction(tx, companyId, id, {
      status: before.is_undo ? "undoing" : "waiting",
      failure: null,
      finished_at: null,
    });
    await recordAudit(tx, user, { action: "customers.bulk_resumed", target: row.words, targetId: id });
    await enqueue(tx, { jobs }, row);
    return toBulkAction(row, clock.now());
  });
}

/** Takes an action back. Throws `invalid_state` where nothing is left to take back. */
export async function undoBulkAction(
  { db, jobs, clock }: Context,
  user: CompanyUser,
  id: string,
): Promise<BulkAction> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await findBulkAction(tx, companyId, id, { lock: true });
    if (!toBulkAction(before, clock.now()).canUndo)
      throw new AppError("invalid_state", { message: "This cannot be taken back any more." });
    const row = await changeBulkAction(tx, companyId, id, {
      status: "undoing",
      is_undo: true,
      can_resume: true,
      failure: null,
      finished_at: null,
    });
    await recordAudit(tx, user, { action: "customers.bulk_undone", target: row.words, targetId: id });
    await enqueue(tx, { jobs }, row);
    return toBulkAction(row, clock.now());
  });
}

async function enqueue(tx: Tx, { jobs }: Pick<Context, "jobs">, row: BulkActionRow): Promise<void> {
  await jobs.enqueue(
    tx,
    bulkActionJob,
    { companyId: row.company_id, actionId: row.id },
    { groupKey: row.company_id },
  );
}

async function keptDeed(
  tx: Tx,
  user: CompanyUser,
  deed: Input["deed"],
  now: Date,
): Promise<{ kept: KeptDeed; words: string }> {
  const { companyId } = user;
  if (deed.kind === "tag") {
    const tag = await ensureTag(tx, companyId, deed.name, { actor: user, at: now });
    if (tag === null)
      throw new AppError("invalid_state", {
        message: `There are ${MOST_TAGS} tags already: delete one that nobody needs first.`,
      });
    return { kept: { kind: "tag", tag }, words: `Tag as '${tag.name}'` };
  }
  if (deed.kind === "untag") {
    const tag = (await listTags(tx, companyId)).find(({ id }) => id === deed.tagId);
    if (!tag)
      throw new AppError("validation_failed", { fields: { "deed.tagId": "This tag does not exist" } });
    return { kept: { kind: "untag", tag }, words: `Take off the tag '${tag.name}'` };
  }
  if (deed.userId === null) return { kept: { kind: "assign", userId: null }, words: "Take the owner off" };
  const name = (await readStaffNames(tx, companyId)).get(deed.userId);
  if (name === undefined)
    throw new AppError("validation_failed", {
      fields: { "deed.userId": "This person is not in your company any more" },
    });
  return { kept: { kind: "assign", userId: deed.userId }, words: `Assign to ${name}` };
}
