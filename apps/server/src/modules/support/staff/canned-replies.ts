import type { CannedReply } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { violatedUniqueConstraint } from "#platform/db/database-errors.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";

type ReplyText = Omit<CannedReply, "id">;

export async function listCannedReplies(tx: Tx): Promise<CannedReply[]> {
  return tx
    .selectFrom("support_canned_replies")
    .select(["id", "title", "body"])
    .orderBy("title")
    .orderBy("id")
    .execute();
}

/** Keeps a reply. Throws `conflict` where another has its name. */
export function createCannedReply(
  { db }: ModuleContext,
  admin: SignedInUser,
  { title, body }: ReplyText,
): Promise<CannedReply> {
  return named(
    withSystem(db, async (tx) => {
      const row = await tx
        .insertInto("support_canned_replies")
        .values({ title, body })
        .returning(["id", "title", "body"])
        .executeTakeFirstOrThrow();
      await writeDown(tx, admin, "support.reply_saved", row);
      return row;
    }),
  );
}

export function updateCannedReply(
  { db }: ModuleContext,
  admin: SignedInUser,
  id: string,
  { title, body }: ReplyText,
): Promise<CannedReply> {
  return named(
    withSystem(db, async (tx) => {
      const row = await tx
        .updateTable("support_canned_replies")
        .set({ title, body })
        .where("id", "=", id)
        .returning(["id", "title", "body"])
        .executeTakeFirst();
      if (!row) throw new AppError("not_found");
      await writeDown(tx, admin, "support.reply_saved", row);
      return row;
    }),
  );
}

export async function removeCannedReply(
  { db }: ModuleContext,
  admin: SignedInUser,
  id: string,
): Promise<void> {
  await withSystem(db, async (tx) => {
    const row = await tx
      .deleteFrom("support_canned_replies")
      .where("id", "=", id)
      .returning(["id", "title"])
      .executeTakeFirst();
    if (!row) throw new AppError("not_found");
    await writeDown(tx, admin, "support.reply_removed", row);
  });
}

/** In the platform's own log: the replies belong to no company. */
function writeDown(
  tx: Tx,
  admin: SignedInUser,
  action: "support.reply_saved" | "support.reply_removed",
  { id, title }: Pick<CannedReply, "id" | "title">,
): Promise<void> {
  return recordAudit(tx, admin, { action, target: title, targetId: id, companyId: null });
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedUniqueConstraint(error) !== "support_canned_replies_title") throw error;
    throw new AppError("conflict", { message: "Another reply has this name." });
  }
}
